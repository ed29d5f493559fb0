// The descriptions of flags that several commands have.

/** Describes `--lenient`. */
export const lenientHelp = "repair the faults that have only one reading, each with a warning";

/** Describes `--all`. */
export const allHelp = "print every info, also those with the code of another one";
