// What those can do who send a document: they have no options, no folders and no network.

/** The advice about faults by their codes, where that of the programs for files does not fit. */
export const uploadFixes: Readonly<Record<string, string>> = {
  FILE_TOO_LARGE: "Split the document into several files.",
  FILE_COUNT: "Bundle the document into fewer files.",
  YAML_ALIAS_EXPANSION: "Replace the aliases by $ref.",
  NESTING_TOO_DEEP: "Move inner parts into components.",
  REF_REMOTE: "Send the file with the document, and refer to it by its relative path.",
  REF_OUTSIDE_ROOT:
    "Send the file with the document, with paths that start in the folder that holds both.",
};
