/** The description of the flag in the help of every command that has it. */
export const lenientHelp = "repair the faults that have only one reading, each with a warning";
