/** A text that may stay, with the reason. */
export interface Exception {
  readonly path: string;
  /** A part of the text that is reported. */
  readonly text: string;
  readonly reason: string;
}

const table = "A table, which the check takes for one sentence.";
const list = "A list of identifiers, which the check takes for one sentence.";

export const exceptions: readonly Exception[] = [
  { path: "generators/emit/src/codec/diagnostics.ts", text: "| keyword | why |", reason: table },
  {
    path: "generators/emit/src/descriptors/diagnostics.ts",
    text: "| content type | frame |",
    reason: table,
  },
  { path: "generators/emit/src/zod/diagnostics.ts", text: "| keyword | why |", reason: table },
  {
    path: "apps/streams/src/open-reference-store.ts",
    text: "told",
    reason: "The name of a table and its column, which stored databases have.",
  },
  { path: "generators/cli/src/init/propose-name.ts", text: "a an and", reason: list },
  { path: "generators/site/src/text/highlight-sample.ts", text: "not is None", reason: list },
  {
    path: "test/release/release.test.ts",
    text: "What to do:",
    reason: "A heading in an error of the release command.",
  },
];
