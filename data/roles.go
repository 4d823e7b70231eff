package data

// The roles of columns that a file tells: all but the class are why a column is ignored, and so is it
// where another column is the label.
const (
	isClass   = "has the role class"
	isIgnored = "has the role ignore"
	isMeta    = "has the role meta"
	isWeight  = "has the role weight"
)

// role returns the role of a column, "" for a feature or if the file does not say.
func (o *Options) role(column int) string {
	if o.roles == nil || o.Unlabelled && o.roles[column] == isClass {
		return ""
	}
	return o.roles[column]
}
