/** The words for strings without constraints. */
export const words: readonly string[] = [
  "amber",
  "birch",
  "cedar",
  "delta",
  "ember",
  "fjord",
  "grove",
  "heron",
  "indigo",
  "juniper",
  "larch",
  "maple",
];
