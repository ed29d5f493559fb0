// What an emitter is, and what it is given.

import type { Contract } from "@specwright/contract";
import type { Severity, Source, Specification } from "@specwright/spec-loader";
import type { Names } from "./names.ts";
import type { Int64Type } from "./schema-reading.ts";
import type { TypeScriptFile } from "./typescript-file.ts";

/** Writes one kind of output from a contract. */
export interface Emitter {
  /** `types`, `zod`, `descriptors`, `server`, `client`, `docs`. */
  readonly name: string;
  /** The names of emitters whose modules the output of this one imports. */
  readonly requires?: readonly string[];
  emit(context: EmitContext): void | Promise<void>;
}

/** A problem that an emitter found in a document. */
export interface Problem {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly fix: string;
  readonly source: Source;
}

/** The input and output of an emitter. */
export interface EmitContext {
  readonly contract: Contract;
  readonly names: Names;
  /** What 64-bit integers become in all output. */
  readonly int64: Int64Type;
  /** The documents as loaded, when the caller has them: for output made by other tools. */
  readonly specification?: Specification;
  /** Gets or creates the TypeScript file at a path relative to the output (`types.ts`, `./types.ts`), with its header. */
  typescript(path: string): TypeScriptFile;
  /** Adds a whole artefact, such as Markdown or JSON. */
  text(path: string, content: string): void;
  /** Reports a problem; an error stops generation, yet not this emitter. */
  report(problem: Problem): void;
}
