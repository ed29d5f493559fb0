// What generated modules get of the scanner and of the writers that share its scratch.

import { readSources, type Sources } from "../source-parts.ts";

const sources: Sources = readSources(["read/scanner.ts", "write/byte-writer.ts"]);

/** Names everything that these declare or import. */
export const scannerNames: ReadonlySet<string> = sources.names;

/** Picks the declarations that a text uses, and those that these use. */
export const scannerParts: Sources["parts"] = sources.parts;
