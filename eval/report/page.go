package report

// Page is a report as one HTML file that needs nothing else.
type Page struct {
	Title    string
	Answer   string // the answer in a few sentences
	Warning  bool   // the answer is no good news
	Sections []Section
	Settings [][2]string // name and value
	Command  string      // that makes the report again, or ""
	Footer   string
}

// Section is a part of a page. What is empty is left out.
type Section struct {
	Heading string
	Text    string
	Tables  []Table
	Plots   []*Plot
	Images  []ImageRow
	Folded  bool // shown when the reader asks for it
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
