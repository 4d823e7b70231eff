package data_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/data/column"
)

// TestFaults checks the whole message of each fault, which starts with the
// path of the file.
func TestFaults(t *testing.T) {
	for name, c := range map[string]struct {
		file, content string
		options       data.Options
		want          string
	}{
		"text":               {file: "a.csv", content: "x,y,label\n" + strings.Repeat("1,2,a\n", 9) + "3,abc,b\n", want: `: line 11: column "y": "abc" is not a number, as most of the column is; Options.MissingWords takes the word for a missing value, Options.Categorical the column for a category`},
		"word for a code":    {file: "a.csv", content: "x,label\n3,a\nred,b\n", options: data.Options{Columns: []column.Column{{Kind: column.Categorical, Codes: []int32{3, 5}}}}, want: `: line 3: column "x": "red" is a word, and the levels expected there are numbers without names: 3, 5; Options.Schema takes a file that lists the words in the order of their numbers, from 0`},
		"code for a word":    {file: "a.csv", content: "x,label\n,a\n0,b\n1,b\n", options: data.Options{Columns: []column.Column{column.Named([]string{"red", "blue"})}}, want: `: line 3: column "x": "0" is a number, and no cell of the column is a level that is expected, by name and not as codes: red, blue; Options.MissingWords takes words for missing values`},
		"yes":                {file: "a.csv", content: "x,label\n1,a\nyes,b\n", options: data.Options{Numeric: []string{"x"}}, want: `: line 3: column "x": "yes" is not a number: write 1 and 0 for yes and no`},
		"thousands":          {file: "a.csv", content: "x,label\n1,a\n\"15,500.16\",b\n", options: data.Options{Numeric: []string{"x"}}, want: `: line 3: column "x": "15,500.16" is not a number: Options.FormattedNumbers reads such numbers`},
		"unit":               {file: "a.csv", content: "x,label\n1,a\n$3.50,b\n", options: data.Options{Numeric: []string{"x"}}, want: `: line 3: column "x": "$3.50" is not a number: Options.FormattedNumbers reads such numbers`},
		"millions":           {file: "a.csv", content: "x,label\n1,a\n\"4,787,699\",b\n", options: data.Options{Numeric: []string{"x"}}, want: `: line 3: column "x": "4,787,699" is not a number: Options.FormattedNumbers reads such numbers`},
		"other order":        {file: "a.csv", content: "x,label\n2/1/1970,a\n13/1/1970,b\n", options: data.Options{Numeric: []string{"x"}}, want: `: line 3: column "x": "13/1/1970" is not a number: dates = "day-first" in a schema reads dates with the day before the month`},
		"date among numbers": {file: "a.csv", content: "x,label\n0,a\n" + strings.Repeat("0,b\n", 9) + "03/20/60,b\n", want: `: line 12: column "x": "03/20/60" is not a number, as most of the column is: it is a date, and Options.MissingWords takes numbers that stand for none, such as 0, for missing values; Options.Categorical takes the column for a category`},
		"percent":            {file: "a.csv", content: "x,label\n1,a\n7 %,b\n", options: data.Options{Numeric: []string{"x"}}, want: `: line 3: column "x": "7 %" is not a number: Options.FormattedNumbers reads such numbers`},
		"comma":              {file: "a.csv", content: "x,label\n1,a\n\"3,5\",b\n", options: data.Options{Numeric: []string{"x"}}, want: `: line 3: column "x": "3,5" is not a number: Options.DecimalComma reads decimals with a comma`},
		"dash":               {file: "a.csv", content: "x,label\n1,a\n-,b\n", options: data.Options{Numeric: []string{"x"}}, want: `: line 3: column "x": "-" is not a number; Options.MissingWords takes the word for a missing value`},
		"percent and a word": {file: "a.csv", content: "x,label\nshare,a\n" + percents(12, "b"), want: `: line 2: column "x": "share" is not a number, and most of the column is numbers such as "1.5%": Options.FormattedNumbers reads such numbers; Options.MissingWords takes the word for a missing value, Options.Categorical the column for a category`},
		"label of percents":  {file: "a.csv", content: "label,x\n" + percents(30, "1"), want: `: the label "label" holds numbers with fractions, such as 1.5%: Options.Regression predicts them, Options.Classification takes them as classes, Options.Label names another column`},
		"label of prices":    {file: "a.csv", content: "label,x\n" + strings.Repeat(rowsOf(21, func(i int) string { return fmt.Sprintf("$%d.50,1", i) }), 40), want: `: the label "label" holds numbers with fractions, such as $0.50: Options.Regression predicts them, Options.Classification takes them as classes, Options.Label names another column`},
		"names in line 1":    {file: "a.csv", content: "size,b\nunit,1\n" + strings.Repeat("4,1\n3,0\n", 10), options: data.Options{Label: "f2", Header: data.RowFirst}, want: `: line 1: column "f1": "size" is not a number, as most of the column is; Options.Header tells whether line 1 holds the names of the columns; Options.MissingWords takes the word for a missing value, Options.Categorical the column for a category`},
		"names in line 2":    {file: "a.csv", content: "# by hand\nsize,b\nunit,1\n" + strings.Repeat("4,1\n3,0\n", 10), options: data.Options{Label: "f2", Header: data.RowFirst, Comment: "#"}, want: `: line 2: column "f1": "size" is not a number, as most of the column is; Options.MissingWords takes the word for a missing value, Options.Categorical the column for a category`},
		"spreadsheet":        {file: "a.csv", content: "x,label\n1,a\n#DIV/0!,b\n", options: data.Options{Numeric: []string{"x"}}, want: `: line 3: column "x": "#DIV/0!" is not a number; Options.MissingWords takes the word for a missing value`},
		"zip":                {file: "a", content: "PK\x03\x04abc", want: `: cannot be decompressed: zip: not a valid zip file`},
		"utf-16":             {file: "a.csv", content: "\xff\xfea\x00,\x00", want: `: UTF-16: Options.Encoding reads utf-16`},
		"failed download":    {file: "a.csv", content: "<!DOCTYPE html>\n<html>404</html>\n", want: `: an HTML page: a download that failed, perhaps`},
		"pointer":            {file: "a.csv", content: "version https://git-lfs.github.com/spec/v1\noid sha256:4d\nsize 12345\n", want: `: a pointer of Git LFS in place of the file: git lfs pull fetches it`},
		"json, a blank":      {file: "a", content: "{ \"a\": 1, \"b\": \"x\" }\n", want: `: JSON, perhaps: save the table as CSV`},
		"json":               {file: "a", content: "{\"a\": 1}", want: `: JSON, perhaps: save the table as CSV`},
		"json, of Windows":   {file: "a.json", content: "[\r\n  {\"a\": 1, \"b\": \"x\"},\r\n  {\"a\": 2, \"b\": \"y\"}\r\n]\r\n", want: `: JSON, perhaps: save the table as CSV`},
		"json, a mark":       {file: "a", content: "\ufeff[ {\"a\": 1, \"b\": \"x\"} ]\n", want: `: JSON, perhaps: save the table as CSV`},
		"json, an object":    {file: "a", content: "{\t\r\n\t\"a\": [1, 2]}\n", want: `: JSON, perhaps: save the table as CSV`},
		"pipes":              {file: "a", content: "a|b|c\n1|2|3\n4|5\n", want: `: only one column; columns are separated by commas, semicolons or tabs, and by | where every line has as many: Options.Separator names it`},
		"blanks":             {file: "a", content: "1 2 3\n4 5 6\n7 8\n", want: `: only one column; columns are separated by commas, semicolons or tabs, and by blanks where every line has as many: Options.Separator takes them, as blank`},
		"comment above":      {file: "a.csv", content: "# by hand\nx,label\n1,a\n2,b\n", want: `: line 2: "x,label" has 2 columns, not 1: Options.Comment skips lines that start with #`},
		"comment of commas":  {file: "a.csv", content: "# by hand, in 2024\nx,y,label\n1,2,a\n2,3,b\n", want: `: line 2: "x,y,label" has 3 columns, not 2: Options.Comment skips lines that start with #`},
		"comment in words":   {file: "a.csv", content: "# exported by X\n# in May\nx,label\n1,a\n2,b\n", want: `: only one column; columns are separated by commas, semicolons or tabs: Options.Comment skips lines that start with #`},
		"names twice":        {file: "a.csv", content: "x,kind,label\n1,r,a\n2,s,b\nx,kind,label\n3,r,a\n", want: `: line 4: has the names of the columns once more, as where files were joined: leave the line out`},
		"names of each file": {file: "a.csv", content: "\ufeffkind,label\nr,a\ns,b\nr,b\n\ufeffkind, label\ns,a\n", want: `: line 5: has the names of the columns once more, as where files were joined: leave the line out`},
		"title":              {file: "a.csv", content: "Plants of 2024\nx,label\n1,a\n2,b\n", want: `: line 2: "x,label" has 2 columns, not 1: leave out what may stand above the names of the columns`},
		"quoted, of blanks":  {file: "a.txt", content: "\"a\" \"b\" \"c\"\n\"1\" 2 3 4\n\"2\" 3\n", want: `: columns are separated by commas, semicolons or tabs, and by blanks where every line has as many: Options.Separator takes them, as blank`},
		"utf-16, no mark":    {file: "a.csv", content: "\"\x00a\x00\"\x00,\x00", want: `: UTF-16: Options.Encoding reads utf-16`},
		"utf-16, big":        {file: "a.csv", content: "\x00a\x00,\x00b\x00\n", want: `: UTF-16: Options.Encoding reads utf-16`},
		"utf-32":             {file: "a.csv", content: "\xff\xfe\x00\x00a\x00\x00\x00", want: `: UTF-32: save it as UTF-8`},
		"carriage returns":   {file: "a.csv", content: "a,label\r1,x\rtwo,y\r", options: data.Options{Numeric: []string{"a"}}, want: `: line 3: column "a": "two" is not a number; Options.MissingWords takes the word for a missing value`},
		"infinite":           {file: "a.csv", content: "x,label\n1,a\n-inf,b\n", want: `: line 3: column "x": "-inf" is infinite; Options.MissingWords takes the word for a missing value`},
		"nothing but inf":    {file: "a.csv", content: "x,label\nInf,a\n,b\n", want: `: line 2: column "x": "Inf" is infinite; Options.MissingWords takes the word for a missing value`},
		"inf, to be numbers": {file: "a.csv", content: "x,label\na,a\nInf,b\n", options: data.Options{Numeric: []string{"x"}}, want: `: line 3: column "x": "Inf" is infinite; Options.MissingWords takes the word for a missing value`},
		"too large":          {file: "a.csv", content: "x,label\n1,a\n1e999,b\n", want: `: line 3: column "x": 1e999 is too large`},
		"missing":            {file: "a.csv", content: "x,y,label\n1,,a\n", options: data.Options{NoMissing: true}, want: `: line 2: column "y": missing value, which Options.NoMissing refuses`},
		"NaN":                {file: "a.csv", content: "x,y,label\n1,NaN,a\n", options: data.Options{NoMissing: true}, want: `: line 2: column "y": missing value, which Options.NoMissing refuses`},
		"short row":          {file: "a.csv", content: "x,y,label\n1,2,a\n\n1,2\n", want: `: line 4: "1,2" has 2 columns, not 3`},
		"long row":           {file: "a.csv", content: "1,2,a\n1,2,3,a\n", want: `: line 2: "1,2,3,a" has 4 columns, not 3`},
		"after a quote":      {file: "a.csv", content: "x,label\n" + strings.Repeat("1,\"two\nlines\"\n", 9) + "abc,b\n", want: `: line 20: column "x": "abc" is not a number, as most of the column is; Options.MissingWords takes the word for a missing value, Options.Categorical the column for a category`},
		"open quote":         {file: "a.csv", content: "x,label\n1,\"two", want: `: line 2: column "label": the quotes around a cell end within it, or not at all: within a cell two quotes stand for one, not \"; Options.NoQuotes takes all quotes of the file for text`},
		"escaped quote":      {file: "a.csv", content: "x,c,label\n1,u,a\n2,\"5\\\" pipe\",a\n", want: `: line 3: column "c": the quotes around a cell end within it, or not at all: within a cell two quotes stand for one, not \"; Options.NoQuotes takes all quotes of the file for text`},
		"quote in a cell":    {file: "a.csv", content: "x,c,label\n1,u,a\n2,5\" pipe,a\n", want: `: line 3: column "c": a quote within a cell that does not begin with one: such a cell has quotes around it, and two for each in it; Options.NoQuotes takes all quotes of the file for text`},
		"no rows":            {file: "a.csv", content: "x,label\n", want: `: no rows`},
		"empty":              {file: "a.csv", content: "", want: `: no rows`},
		"comment of rows":    {file: "a.csv", content: "# exported by X\n# in May\nx,y,label\n1,2,a\n", options: data.Options{Cols: 2, LabelOptional: true}, want: `: only one column; columns are separated by commas, semicolons or tabs: Options.Comment skips lines that start with #`},
		"commas of decimals": {file: "a.csv", content: "x,y,label\n1,2,b\n", options: data.Options{DecimalComma: true, Label: "label"}, want: `: only one column, "x,y,label": with Options.DecimalComma a comma is part of a number, and columns are separated by semicolons or tabs, unless Options.Separator names another mark`},
		"other separator":    {file: "a.csv", content: "x,y,label\n1,2,b\n", options: data.Options{Separator: ";", Label: "label"}, want: `: only one column, "x,y,label": Options.Separator is ";", which the first line has none of`},
		"quote over lines":   {file: "a.csv", content: "x,label\n1,b\n\"2,b\n3,c\n4,c\n", want: `: line 3: column "x": a quote is open from this line on, to line 5: two quotes stand for one within a cell; Options.NoQuotes takes all quotes of the file for text`},
		"one column":         {file: "a.csv", content: "x\n1\n", want: `: only one column; columns are separated by commas, semicolons or tabs`},
		"label name":         {file: "a.csv", content: "x,y\n1,2\n", options: data.Options{Label: "species"}, want: `: no column "species" for the label, there are x, y`},
		"label misspelt":     {file: "a.csv", content: "x,outcome\n1,2\n", options: data.Options{Label: "outcom"}, want: `: no column "outcom" for the label: did you mean "outcome"?`},
		"names and order":    {file: "a.csv", content: "y,x,u,label\n1,2,3,4\n", options: data.Options{Features: []string{"x", "y", "z"}}, want: `: no column "z", which is expected; rename "u", which is not, if it is meant`},
		"renamed":            {file: "a.csv", content: "age,incom,label\n1,2,3\n", options: data.Options{Features: []string{"age", "income"}}, want: `: no column "income", which is expected; rename "incom", which is not, if it is meant`},
		"renamed, by place":  {file: "a.csv", content: "u,v,label\n1,2,3\n", options: data.Options{Features: []string{"age", "income"}}, want: `: no column "age", which is expected; rename "u", which is not, if it is meant`},
		"no labels at all":   {file: "a.csv", content: "x,label\n1,\n2,NA\n", want: `: none of its 2 rows has a label: its column is "label", Options.Label names another`},
		"label position":     {file: "a.csv", content: "x,y\n1,2\n", options: data.Options{Label: "3"}, want: `: no column 3 for the label, there are 2`},
		"unknown label":      {file: "a.csv", content: "x,label\n1,a\n2,c\n", options: data.Options{Classes: []string{"a", "b"}}, want: `: line 3: column "label": unknown label "c", the classes are a, b (Options.Keep leaves other rows out)`},
		"units":              {file: "a.csv", content: "x,y,z,label\nm,kg,,\n" + strings.Repeat("1,2,3,a\n", 19), want: `: line 2: column "x": "m" is not a number, as most of the column is; Options.MissingWords takes the word for a missing value, Options.Categorical the column for a category. Other columns that cannot be read as they are: "y" (line 2): as no other line has such words, leave it out if it is no row, but a second header, units or a total`},
		"texts":              {file: "a.csv", content: "x,y,z,label\n" + strings.Repeat("1,2,3,a\n", 9) + "3,abc,1,b\n" + strings.Repeat("1,2,3,a\n", 9) + "--,4,1;2,b\n", want: `: line 21: column "x": "--" is not a number, as most of the column is; Options.MissingWords takes the word for a missing value, Options.Categorical the column for a category. Other columns that cannot be read as they are: "y" (line 11), "z" (line 21)`},
		"width":              {file: "a.csv", content: "x,label\n1,a\n", options: data.Options{Cols: 2}, want: `: has 1 feature, not 2`},
		"more columns":       {file: "a.csv", content: "x,y,label\n1,2,a\n", options: data.Options{Cols: 1}, want: `: has 2 features, not 1: Options.Ignore leaves columns out, and what stays is taken in its order`},
		"two for one":        {file: "a.csv", content: "a b c,a b_c,x,label\n1,2,3,4\n", options: data.Options{Features: []string{"a_b_c", "x"}}, want: `: no column "a_b_c", which is expected; rename "a b_c", which is not, if it is meant`},
		"too few columns":    {file: "a.csv", content: "a\n1\n", options: data.Options{Features: []string{"a", "b"}, LabelOptional: true}, want: `: no column "b", which is expected`},
		"columns of a model": {file: "a.csv", content: "age,rooms,floor,garden,stairs,view\n1,2,3,4,5,6\n", options: data.Options{Features: []string{"age", "salary", "weight"}, LabelOptional: true}, want: `: no columns "salary", "weight", which are expected`},
		"generated names":    {file: "a.csv", content: "f1,f2,f3,label\n1,2,3,a\n", options: data.Options{Features: []string{"f1", "f2"}}, want: `: has 3 features, not 2: Options.Ignore leaves columns out, and what stays is taken in its order`},
		"none kept":          {file: "a.csv", content: "x,label\n1,a\n2,b\n", options: data.Options{Keep: []string{"c", "d"}}, want: `: none of its 2 rows is of the classes to keep`},
		"a large target":     {file: "a.csv", content: "x,target\n1,2\n2,-7e149\n", options: data.Options{Regression: true}, want: `: line 3: column "target": label "-7e149" must lie within ±3.4e+38`},
		"classes of Orange":  {file: "a.tab", content: "age\tlived\twell\nc\tno yes\td\n\tclass\tclass\n7\tyes\tno\n8\tno\tno\n", want: `: which column is the label, "lived" or "well"? Options.Label names it`},
		"words, no role":     {file: "a.tab", content: "status\tage\tlived\nd\tc\tno yes\nd\t\tno\nd\t\tyes\n", options: data.Options{Label: "status", Ignore: []string{"age", "lived"}}, want: `: no features: all columns are ignored`},
		"outputs of KEEL":    {file: "a.dat", content: "@relation r\n@attribute x real\n@attribute p {a,b}\n@attribute q {a,b}\n@outputs p, q\n@data\n1,a,b\n", want: `: which column is the label, "p" or "q"? Options.Label names it`},
		"inputs of KEEL":     {file: "a.dat", content: "@relation r\n@attribute x real\n@inputs 'x\n@data\n1,a\n", want: `: line 3: a quoted text does not end`},
		"behind a comment":   {file: "a.csv", content: "\n# c\nx,2,a\n3,5,b\n", options: data.Options{Label: "3", Comment: "#", Header: data.RowFirst, Numeric: []string{"f1"}}, want: `: line 3: column "f1": "x" is not a number; Options.MissingWords takes the word for a missing value`},
		"a word, no number":  {file: "a.tab", content: "age\tlived\nc\td\n\tclass\n7\tyes\nx\tno\n", want: `: line 5: column "age": "x" is not a number; Options.MissingWords takes the word for a missing value`},
		"not a target":       {file: "a.csv", content: "x,target\n1,a\n", options: data.Options{Regression: true}, want: `: line 2: column "target": "a" is not a number: Options.Regression predicts numbers, without it the labels are classes; an empty cell leaves its row out, as do Options.MissingWords`},
		"image":              {file: "a.csv", content: "1,2,3,4\n", options: data.Options{Image: data.Shape{Width: 2, Height: 2}}, want: `: has 3 features, which do not make images of 2x2`},
		"libsvm order":       {file: "a.libsvm", content: "1 1:2 2:3\n\n0 2:1 2:3\n", want: `: line 3: index 2 after index 2, they must increase`},
		"libsvm index":       {file: "a.libsvm", content: "1 1:2\n0 -1:3\n", want: `: line 2: "-1" is not the number of a feature`},
		"libsvm pair":        {file: "a.libsvm", content: "1 1:2\n0 7\n", want: `: line 2: "7" is not index:value`},
		"libsvm comma":       {file: "a.libsvm", content: "1 1:2\n0 3:0,5\n", want: `: line 2: column "f3": "0,5" is not a number as programs write it, such as 0.5`},
		"libsvm value":       {file: "a.libsvm", content: "1 1:2\n0 3:x\n", want: `: line 2: column "f3": "x" is not a number`},
		"libsvm NaN":         {file: "a.libsvm", content: "1 1:nan\n", options: data.Options{NoMissing: true}, want: `: line 1: column "f1": missing value, which Options.NoMissing refuses`},
		"libsvm base":        {file: "a.libsvm", content: "1 0:2\n", options: data.Options{IndexBase: data.FromOne}, want: `: line 1: index 0, but indices were said to start at 1`},
		"libsvm from 0":      {file: "a.libsvm", content: "1 2:1\n0 0:2\n", options: data.Options{Features: []string{"f1", "f2", "f3"}}, want: `: line 2: has a feature 0, and those to expect are numbered from 1: Options.IndexBase=0 says that they are from 0; a 0 that is no feature has to be left out`},
		"libsvm from 1":      {file: "a.libsvm", content: "1 2:1\n0 1:2 3:1\n", options: data.Options{Features: []string{"f0", "f1", "f2"}}, want: `: line 2: has a feature 3, and those to expect are numbered from 0 to 2: Options.IndexBase=1 says that they are from 1; one that training rows did not have has to be left out`},
		"libsvm unlabelled":  {file: "a.libsvm", content: "1:2 3:1\n", want: `: has no labels: one comes first in each row`},
		"libsvm width":       {file: "a.libsvm", content: "1 1:2 4:1\n", options: data.Options{Cols: 3}, want: `: line 1: index 4, but the 3 features to expect end with number 3: leave out those that training rows did not have`},
		"libsvm sparse":      {file: "a.libsvm", content: "1 1:2 2000000000:1\n", want: `: too sparse: features up to number 2000000000 in 2 cells; number the features without gaps, or leave rare ones out`},
		"libsvm huge":        {file: "a.libsvm", content: "1 1152921504606846976:2\n", want: `: line 1: "1152921504606846976" is not the number of a feature`},
		"labels apart":       {file: "a.csv", content: "x,y\n1,0\n2,1\n", options: data.Options{LabelsFile: "labels.csv"}, want: `: Options.LabelsFile is for images in IDX: rows of format csv hold their labels`},
		"idx alone":          {file: "a-images-idx3-ubyte", content: "\x00\x00\x08\x03\x00\x00\x00\x01\x00\x00\x00\x01\x00\x00\x00\x01a", want: `: no labels file beside it; name images ...images-idx3... and labels ...labels-idx1..., or name the file by Options.LabelsFile`},
		"idx labels":         {file: "a", content: "\x00\x00\x08\x01\x00\x00\x00\x01a", want: `: holds one number per row; give the file of the images, and the labels are found beside it`},
		"idx short":          {file: "a", content: "\x00\x00\x08\x03\x7f\xff\xff\xff\x00\x00\x00\x01\x00\x00\x00\x01ab", options: data.Options{Unlabelled: true}, want: `: ends after 2 of its 2147483647 rows`},
		"idx header":         {file: "a", content: "\x00\x00\x08\x03\x80\x00", want: `: ends within its header`},
		"idx long":           {file: "a", content: "\x00\x00\x08\x03\x00\x00\x00\x01\x00\x00\x00\x01\x00\x00\x00\x01ab", options: data.Options{Unlabelled: true}, want: `: goes on after the last of the rows that its header counts`},
		"idx wide":           {file: "a", content: "\x00\x00\x08\x03\x00\x00\x00\x01\x7f\xff\xff\xff\x7f\xff\xff\xff", want: `: rows of size [2147483647 2147483647]`},
		"arff text":          {file: "a.arff", content: "@relation r\n@attribute x numeric\n@attribute class {a,b}\n@data\n1,a\nb,b\n", want: `: line 6: column "x": "b" is not a number; Options.MissingWords takes the word for a missing value`},
		"arff value":         {file: "a.arff", content: "@relation r\n@attribute x {1,r,'s t'}\n@attribute class {a,b}\n@data\n?,a\n1.0,b\n's t',a\nq,b\n", want: `: line 8: column "x": "q" is none of the values that the file lists: 1, r, s t; Options.MissingWords takes the word for a missing value`},
		"arff class":         {file: "a.arff", content: "@relation r\n@attribute x numeric\n@attribute class {a,b}\n@data\n1,c\n", want: `: line 5: column "class": unknown label "c", the classes are a, b (Options.Keep leaves other rows out)`},
		"nothing but names":  {file: "a.csv", content: "id,label\n" + numbered("name%d,a\n", 30), want: `: no features: "id" is a text that is different in nearly every row; Options.Numeric keeps such numbers, Options.Categorical such texts`},
		"not numeric":        {file: "a.csv", content: "x,label\na,b\nc,d\n", options: data.Options{Numeric: []string{"x"}}, want: `: line 2: column "x": "a" is not a number; Options.MissingWords takes the word for a missing value`},
		"kind of no column":  {file: "a.csv", content: "x,label\na,b\nc,d\n", options: data.Options{Categorical: []string{"y"}}, want: `: no column "y" of a kind: did you mean "x"?`},
		"decimal point":      {file: "a.csv", content: "x;label\n1,5;a\n1.234;b\n", options: data.Options{DecimalComma: true}, want: `: line 3: column "x": "1.234" has a decimal point, and Options.DecimalComma reads commas: Options.FormattedNumbers reads points as between thousands`},
		"a decimal point":    {file: "a.csv", content: "x;label\n1,5;a\n1.5;b\n", options: data.Options{DecimalComma: true}, want: `: line 3: column "x": "1.5" has a decimal point, and Options.DecimalComma reads commas`},
		"price":              {file: "a.csv", content: "x;label\n1,50 €;a\n1,70 €;b\n", want: `: line 2: column "x": "1,50 €" is not a number: Options.FormattedNumbers with Options.DecimalComma reads such numbers; Options.Categorical takes the column for a category`},
		"line for Excel":     {file: "a.csv", content: "sep=;\nx;label\n1;a\n2;b;c\n", want: `: line 4: "2;b;c" has 3 columns, not 2`},
		"decimals":           {file: "a.csv", content: "x,y,label\n1,5,2,a\n2,0,1,a\n1,2,0,b\n", want: `: line 2: "1,5,2,a" has 4 columns, not 3`},
		"comment":            {file: "a.csv", content: "x,label\n1,a\n# two\n2,b\n", want: `: line 3: "# two" has 1 column, not 2: Options.Comment skips lines that start with #`},
		"all ignored":        {file: "a.csv", content: "x,y,label\n1,2,b\n", options: data.Options{Ignore: []string{"x", "y"}}, want: `: no features: all columns are ignored`},
		"level in latin-1":   {file: "a.csv", content: "x,label\nrot,a\ngr\xfcn,b\n", want: `: line 3: column "x": "gr\xfcn" is not UTF-8: Options.Encoding reads latin-1`},
		"label in latin-1":   {file: "a.csv", content: "x,label\n1,rot\n2,gr\xfcn\n", want: `: line 3: column "label": "gr\xfcn" is not UTF-8: Options.Encoding reads latin-1`},
		"known in latin-1":   {file: "a.csv", content: "x,label\nrot,rot\ngr\xfcn,blau\n", options: data.Options{Features: []string{"x"}, Columns: []column.Column{column.Named([]string{"grün", "rot"})}}, want: `: line 3: column "x": "gr\xfcn" is not UTF-8: Options.Encoding reads latin-1`},
		"pipes for a label":  {file: "a.csv", content: "a|label\n1|2\n3\n", options: data.Options{Label: "label"}, want: `: only one column; columns are separated by commas, semicolons or tabs, and by | where every line has as many: Options.Separator names it`},
		"name in latin-1":    {file: "a.csv", content: "gr\xf6\xdfe,label\n1,rot\n2,blau\n", want: `: name of column 1: "gr\xf6\xdfe" is not UTF-8: Options.Encoding reads latin-1`},
		"label to ignore":    {file: "a.csv", content: "x,y,label\n1,2,b\n", options: data.Options{Label: "label", Ignore: []string{"label"}}, want: `: column "label", to be ignored, is the label`},
		"kind of the label":  {file: "a.csv", content: "x,y,label\n1,2,b\n", options: data.Options{Categorical: []string{"label"}}, want: `: column "label", of a kind, is the label: Options.Classification takes its values as classes, Options.Regression as numbers`},
		"nothing to ignore":  {file: "a.csv", content: "x,y,label\n1,2,b\n", options: data.Options{Ignore: []string{"z"}}, want: `: no column "z" to be ignored: did you mean "x"?`},
		"arff type":          {file: "a.arff", content: "@relation r\n@attribute x relational\n", want: `: line 2: attribute "x": "relational" is neither a type that is read here nor a list of values`},
		"arff end":           {file: "a.arff", content: "@relation r\n@attribute x numeric\n", want: `: has no @data`},
		"arff sparse":        {file: "a.arff", content: "@relation r\n@attribute x numeric\n@attribute class {a,b}\n@data\n{7 1}\n", want: `: line 5: "7" is not the number of an attribute`},
		"compress":           {file: "a.Z", content: "\x1f\x9d\x90\x2e\x00", want: `: packed by the program compress: gzip -d unpacks it`},
		"binary":             {file: "a", content: "ab\x00c", want: `: neither a text nor of a known format (arff, csv, idx, libsvm)`},
		"parquet":            {file: "a", content: "PAR1....PAR1", want: `: a Parquet file, and this program was built without package data/parquet`},
		"truncated gzip":     {file: "a.csv.gz", content: "\x1f\x8b\x08\x00\x00", want: `: cannot be decompressed: unexpected EOF`},
		"model's classes":    {file: "a.libsvm", content: "3 1:1\n", options: data.Options{Classes: []string{"1.0", "2"}}, want: `: line 1: unknown label "3", the classes are 1, 2 (Options.Keep leaves other rows out)`},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), c.file)
			if err := os.WriteFile(path, []byte(c.content), 0o666); err != nil {
				t.Fatal(err)
			}
			_, err := data.Read(t.Context(), path, c.options)
			if err == nil {
				t.Fatal("no error")
			}
			if got := strings.TrimPrefix(err.Error(), path); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
			var e *data.Error
			if !errors.As(err, &e) || e.Source != path {
				t.Errorf("not a data.Error of the file: %#v", err)
			}
		})
	}
}

func TestNoFile(t *testing.T) {
	dir := t.TempDir()
	absent := filepath.Join(dir, "absent.csv")
	_, err := os.Open(absent)
	for source, want := range map[string]string{
		dir:                  dir + ": is a directory, not a file",
		absent:               absent + ": " + errors.Unwrap(err).Error(),
		"builtin:irises":     "builtin:irises: no such built-in data, there are digits, wdbc",
		"builtin:../digits":  "builtin:../digits: no such built-in data, there are digits, wdbc",
		"builtin:digits.csv": "builtin:digits.csv: no such built-in data, there are digits, wdbc",
	} {
		_, err := data.Read(t.Context(), source, data.Options{})
		if err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", source, err, want)
		}
	}
}

func TestOptionFaults(t *testing.T) {
	for want, o := range map[string]data.Options{
		`unknown format "xls": use one of arff, csv, idx, libsvm`: {Format: "xls"},
		`header is "3", must be yes or no`:                        {Header: "3"},
		`index base is "3", must be 0 or 1`:                       {IndexBase: "3"},
		`number of rows is -1, must be 0 or more`:                 {MaxRows: -1},
		`2 feature names do not fit 3 features`:                   {Features: []string{"a", "b"}, Cols: 3},
		`classes to keep: "2" are not two or more`:                {Keep: []string{"2"}},
		`classes to keep: "6,2,6.0" has one of them twice`:        {Keep: []string{"6", "2", "6.0"}},
		`a regression target has no classes`:                      {Regression: true, Keep: []string{"a", "b"}},
	} {
		_, err := data.Read(t.Context(), "builtin:wdbc", o)
		if err == nil || err.Error() != want {
			t.Errorf("%+v: %v, want %s", o, err, want)
		}
	}
}

func TestTrainable(t *testing.T) {
	one := &data.Table{Rows: 2, Cols: 1, X: []float64{1, 2}, Y: []int{1, 1}, Features: []string{"x"}, Classes: []string{"a", "b"}, Source: "t.csv"}
	if err := one.Trainable(); err == nil || err.Error() != "t.csv: all rows are of one class (b), training needs two" {
		t.Error(err)
	}
	one.Found.Label = "kind"
	if err := one.Trainable(); err == nil || err.Error() != `t.csv: all rows are of one class (b), training needs two: its column is "kind", Options.Label names another` {
		t.Error(err)
	}
	one.Y[0] = 2
	if err := one.Trainable(); err == nil || err.Error() != "t.csv: row 0: class 2 is not one of 2" {
		t.Error(err)
	}
	one.Y[0] = 0
	if err := one.Trainable(); err != nil {
		t.Error(err)
	}
	if err := one.Subset(nil).Trainable(); err == nil || err.Error() != "t.csv: no rows to train on" {
		t.Error(err)
	}
	one.Y = nil
	if err := (&data.Table{Target: []float64{1, 1}}).Trainable(); err != nil {
		t.Error(err)
	}
	if err := one.Trainable(); err == nil || err.Error() != "t.csv: has no labels, training needs them" {
		t.Error(err)
	}
}

// numbered repeats a line with numbers in it.
func numbered(line string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, line, i)
	}
	return b.String()
}

// percents returns rows of different percentages beside a cell.
func percents(rows int, beside string) string {
	return rowsOf(rows, func(i int) string { return fmt.Sprintf("%d.5%%,%s", i+1, beside) })
}
