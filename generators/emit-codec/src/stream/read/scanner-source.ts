// What generated modules get of the scanner and of the writers that share its scratch.

import { readSources, type SourceParts, type Sources } from "../../source-parts.ts";

let sources: Sources | undefined;

/** Most runs of the command write no codec: the sources are read when the first is written. */
function scannerSources(): Sources {
  sources ??= readSources(["read/scanner.ts", "write/byte-writer.ts"]);
  return sources;
}

/** Names everything that these declare or import. */
export function scannerNames(): ReadonlySet<string> {
  return scannerSources().names;
}

/** Picks the declarations that a text uses, and those that these use. */
export function scannerParts(statements: readonly string[]): SourceParts {
  return scannerSources().parts(statements);
}
