// The result of loading: every file of a document, parsed, with references kept.

import type { Position, Source } from "./diagnostics/diagnostic.ts";
import type { JsonValue } from "./json/json-value.ts";

/** A parsed file. */
export interface SpecFile {
  /** The path relative to the entry file's folder, with `/` separators. For a remote file: its URL. */
  readonly file: string;
  readonly format: "json" | "yaml";
  /** The text without its byte order mark. */
  readonly text: string;
  readonly root: JsonValue;
  /**
   * The root value with the keys of every object in code point order (`canonicalJson`). Computed on first
   * access.
   */
  readonly sorted: JsonValue;
}

/** The target of a reference, or the reason why it has no target. */
export type Resolution =
  | { readonly found: true; readonly source: Source; readonly value: JsonValue }
  | { readonly found: false; readonly reason: string };

/** A document and every file it refers to. References stay references. */
export interface Specification {
  readonly kind: "openapi" | "asyncapi";
  /** The document's own version string, such as `3.1.0`. */
  readonly version: string;
  /** Whether the loader repairs faults that have only one possible fix. */
  readonly lenient: boolean;
  readonly entry: SpecFile;
  readonly files: ReadonlyMap<string, SpecFile>;
  /**
   * SHA-256 over the canonical form of all files (keys sorted), 64 hex characters. Computed on
   * first access.
   */
  readonly hash: string;
  /**
   * Finds the target of a `$ref` text in `from`; follows one step, not chains. Pass the place of
   * the referring object rather than only its file, because a schema with a `$id` has a different
   * base. The source of the result is the place of the value, even if the pointer passed through
   * other references.
   */
  resolve(from: string | Source, reference: string): Resolution;
  /**
   * Returns the line and column of a place. If the place does not exist, returns the position of its
   * nearest existing parent. The position of a member is the start of its key.
   */
  locate(source: Source): Position;
}
