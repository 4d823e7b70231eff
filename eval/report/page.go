package report

// Page is a report as one self-contained HTML file.
type Page struct {
	Title    string
	Answer   string // the answer in a few sentences
	Warning  bool   // the answer is not good news
	Sections []Section
	Settings [][2]string // name and value
	Command  string      // the command that reproduces the report, or ""
	Partial  bool        // the command would report on more rows
	Footer   string
}

// Section is a part of a page. Empty fields are left out.
type Section struct {
	Heading string
	Text    string
	List    []string // sentences after the text
	Tables  []Table
	Plots   []*Plot
	Images  []ImageRow
	Folded  bool // collapsed until the reader opens it
}

// ImageRow is a row of pictures of one victim.
type ImageRow struct {
	Caption string
	Images  []Image
}

// Image is a picture with what it shows.
type Image struct {
	Caption string
	Alt     string
	PNG     string // a data URL
}
