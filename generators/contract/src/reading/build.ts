// What all readers of one document have in hand.

import {
  compareCodePoints,
  type Diagnostic,
  type Source,
  type Specification,
} from "@specwright/spec-loader";
import type { Declarations } from "../declarations/declarations.ts";
import { type ContractCode, contractDiagnostics } from "../diagnostics/contract-diagnostics.ts";
import type { Dialect } from "../model/schema.ts";
import type { SchemaGraph } from "../schema/schema-graph.ts";
import { type Place, valueAt } from "./place.ts";

/** Names whose view a document is written from. */
export type Perspective = "provider" | "consumer";

/** Gathers the state of one `buildContract` call. */
export interface Build {
  readonly specification: Specification;
  readonly perspective: Perspective;
  /** The dialect of schemas that do not name one. */
  readonly dialect: Dialect;
  readonly schemas: SchemaGraph;
  readonly declarations: Declarations;
  /** Objects read once however often they are referred to, by kind, file and pointer. */
  readonly memo: Map<string, unknown>;
  readonly problems: Map<string, Diagnostic>;
}

/** Reports a problem at a place, once. */
export function report(build: Build, code: ContractCode, source: Source, message: string): void {
  const key = `${code} ${source.file}#${source.pointer} ${message}`;
  if (build.problems.has(key)) return;
  const { severity, fix } = contractDiagnostics[code];
  const position = build.specification.locate({ file: source.file, pointer: source.pointer });
  build.problems.set(key, { code, severity, message, fix, ...position });
}

/** Lists the problems in reading order: by file, line, column, code and message. */
export function reportedProblems(build: Build): Diagnostic[] {
  return [...build.problems.values()].sort(
    (a, b) =>
      compareCodePoints(a.file, b.file) ||
      a.line - b.line ||
      a.column - b.column ||
      compareCodePoints(a.code, b.code) ||
      compareCodePoints(a.message, b.message),
  );
}

/** Gives the root of a loaded file, keys sorted; undefined when the file was not loaded. */
export function rootPlace(build: Build, file: string): Place | undefined {
  const loaded =
    build.specification.entry.file === file
      ? build.specification.entry
      : build.specification.files.get(file);
  return loaded && { file, pointer: "", value: loaded.sorted };
}

/** Gives the place a source names; undefined when it does not exist. */
export function placeAt(build: Build, source: Source): Place | undefined {
  const root = rootPlace(build, source.file);
  if (root === undefined) return undefined;
  const value = valueAt(root.value, source.pointer);
  return value === undefined ? undefined : { file: source.file, pointer: source.pointer, value };
}

/** Reads something once per place; merged places are always read anew. */
export function once<Result>(build: Build, kind: string, place: Place, read: () => Result): Result {
  if (place.origins !== undefined) return read();
  const key = `${kind} ${place.file}#${place.pointer}`;
  if (build.memo.has(key)) return build.memo.get(key) as Result;
  const result = read();
  build.memo.set(key, result);
  return result;
}
