// The result of loading: every file of a document, parsed, with references kept.

import type { Position, Source } from "./diagnostics/diagnostic.ts";
import type { JsonValue } from "./json/json-value.ts";

/** Holds one parsed file. */
export interface SpecFile {
  /** The path relative to the entry file's folder with `/` separators, or the URL of a remote file. */
  readonly file: string;
  readonly format: "json" | "yaml";
  /** The text without its byte order mark. */
  readonly text: string;
  readonly root: JsonValue;
  /** The root with the keys of every object in code point order (`canonicalJson`). Made when first read. */
  readonly sorted: JsonValue;
}

/** The target of a reference, or the reason why it has none. */
export type Resolution =
  | { readonly found: true; readonly source: Source; readonly value: JsonValue }
  | { readonly found: false; readonly reason: string };

/** A document and every file it refers to. References stay references. */
export interface Specification {
  readonly kind: "openapi" | "asyncapi";
  /** The document's own version string, such as `3.1.0`. */
  readonly version: string;
  readonly entry: SpecFile;
  readonly files: ReadonlyMap<string, SpecFile>;
  /**
   * SHA-256 over the canonical form of all files (keys sorted), 64 hex characters. Computed when
   * first read.
   */
  readonly hash: string;
  /**
   * Finds what `$ref` text written in `from` points at; follows one step, not chains. Give the place
   * of the referring object rather than its file alone: inside a schema with a `$id` the base
   * differs. The source of the result is where the value stands, also when the pointer led through
   * other references.
   */
  resolve(from: string | Source, reference: string): Resolution;
  /**
   * Finds line and column of a place; of the nearest parent when the pointer does not exist. A
   * member of an object is where its key starts.
   */
  locate(source: Source): Position;
}
