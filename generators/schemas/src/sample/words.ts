/** Words for texts of which a document says nothing. */
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
