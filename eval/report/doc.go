// Package report shows what an evaluation found: as text, as one self-contained HTML page, as plots,
// CSV and LaTeX.
//
// [Write] fills a directory. Evaluations and ablations both make a [Page] of sections with tables
// ([Table]), plots ([Plot]) and pictures, so that they look alike:
//
//	evaluate.go        from models and rows to all files, in one call
//	page.go            the page; html.go writes it, with page.css and page.js
//	evaluation_page.go the page of an evaluation: the answer, the sections
//	sections.go        the tables that compare models; details.go those by row, class and
//	                   feature, changes.go what examples change
//	folds.go           the tables of the rows of all folds
//	tuning.go          the table of a search for parameters; tradeoff.go the table and plot of
//	                   what hardening costs
//	table.go           tables as text, CSV and LaTeX
//	plot.go            plots as SVG and PNG; legend.go finds the corner for the legend
//	curves.go          the plots of an evaluation
//	starts_curve.go    the plot of distance over time by the number of starts
//	lines.go           aligned columns that are written as rows come
//	image.go           rows that are images
//	examples.go        examples.csv; answers.go the same in the words of the data
//	csv.go             CSV that spreadsheets do not run as formulas
//	write.go           the files
package report
