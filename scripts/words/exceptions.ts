/** A text that may stay, with the reason. */
export interface Exception {
  readonly path: string;
  /** A part of the text that is reported. */
  readonly text: string;
  readonly reason: string;
}

const table = "A table, which the check takes for one sentence.";
const list = "A list of identifiers, which the check takes for one sentence.";
const document = "A document or code, which the check takes for one sentence.";

export const exceptions: readonly Exception[] = [
  { path: "generators/contract/src/questions/identifier.ts", text: "abstract any", reason: list },
  { path: "generators/contract/src/questions/identifier.ts", text: "Array ArrayB", reason: list },
  { path: "generators/contract/src/questions/identifier.ts", text: "z int64 Codec", reason: list },
  { path: "generators/emit/src/codec/diagnostics.ts", text: "| keyword | why |", reason: table },
  { path: "generators/emit/src/codec/stream/local-name.ts", text: "await break", reason: list },
  { path: "generators/emit/src/codec/stream/stream-runtime.ts", text: "findTag", reason: list },
  {
    path: "generators/emit/src/codec/stream/stream-runtime.ts",
    text: "const storeLong",
    reason: document,
  },
  {
    path: "generators/emit/src/descriptors/diagnostics.ts",
    text: "| content type | frame |",
    reason: table,
  },
  { path: "generators/emit/src/print/testing.ts", text: "openapi: 3.1.0", reason: document },
  { path: "generators/emit/src/zod/diagnostics.ts", text: "| keyword | why |", reason: table },
  {
    path: "apps/streams/src/open-reference-store.ts",
    text: "told",
    reason: "The name of a table and its column, which stored databases have.",
  },
  {
    path: "test/release/release.test.ts",
    text: "What to do:",
    reason: "A heading in an error of the release command.",
  },
];
