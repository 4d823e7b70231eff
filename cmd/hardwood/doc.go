// Hardwood trains tree ensembles, attacks them, hardens them and says how
// robust they are. See hardwood help.
//
// Each command has a file of its name. A command is a function that returns a
// *cobra.Command and a line in newRoot; larger ones have more files that begin with
// their name, such as attack_write.go. Commands return errors: one wrapped by usage is
// exit code 2, a cancelled context is 130, any other is 1.
//
// Files that belong to no command:
//
//	main.go, root.go  the program; exit.go its exit codes
//	command_line.go   the command line as reports repeat it
//	help.go           how help is shown, and its pages; complete.go completion by shells
//	flags_*.go        flags that several commands have; option_names.go says in errors of
//	                  the library which flag is meant; obsolete.go flags that are on their
//	                  way out
//	flag_marks.go     which flags read files, write them or do not change results;
//	                  overwrite.go keeps commands from writing over what they read
//	on_*.go           work on other machines: --on, and the worker
//	rows_to_train.go  rows to train and to test on; rows_of_model.go rows as a model reads
//	                  them; columns.go notes on their columns
//	rows_file.go      files with a line per row; tally.go sums of them
//	work_rows.go      attacks and proofs, row by row, in parts or elsewhere
//	recheck.go        what other libraries say about the results
//	progress.go       the progress line; until_signal.go work that a signal ends
package main
