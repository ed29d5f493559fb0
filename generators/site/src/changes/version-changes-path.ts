/** The path of the page about the changes of a version, relative to the root of the version. */
export const versionChangesPath = "changes.html";
