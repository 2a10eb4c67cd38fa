/**
 * Before each test file, because files share a process: who opens the embedded database takes the rights
 * of other users from every file that the process makes later. A file that is to be private must be so
 * without that.
 */
process.umask(0o022)
