// Package part cuts a job into parts that any machine can do, and puts the files that they write
// together again. It knows nothing of networks or schedulers. The page hardwood help machines shows
// how to use it.
//
// A [Job] is everything that results depend on: the command, its settings, the hashes of
// its input files, the version of the program and the kind of processor. A [Part], read
// from text such as 3/64 by [Parse], says which rows of it a process does ([Cut]).
//
// A file of a part looks like that of a whole job. Beside it is a [Note], a JSON file with its job,
// its part and its SHA-256. [Seal] writes the note once the file is complete, so a file with a note
// need not be made again; [Unseal] removes the note before the file changes.
//
// [Collect] opens the files of all parts, in any order, as a [Set]. It refuses parts of
// another job, and missing, doubled and damaged ones. [Set.WriteCSV] writes them as the
// one file that a single run would have written.
//
// A [Folder] is a directory in which one process gathers the parts that others send it: it knows
// which are missing, and continues from those that an earlier process kept.
//
// The files: part.go is how a job is cut, job.go what it depends on, note.go the notes, merge.go the
// sets, folder.go the folders, sealed.go files whose hash is checked as they are read.
package part
