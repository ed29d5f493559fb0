import type { Source } from "@specwright/spec-loader";
import { pointerSegments } from "./place.ts";

/** Segments that describe where a schema is, not what it is. */
const structural: ReadonlySet<string> = new Set([
  "components",
  "schemas",
  "$defs",
  "definitions",
  "properties",
  "payload",
  "schema",
]);

/**
 * Lists names for a schema that has no other name than its place, best first: the key of a
 * definition or the meaningful segments of the pointer, then these with the name of the file, then
 * the whole place.
 */
export function namesFromPlace(source: Source): string[] {
  const segments = pointerSegments(source.pointer);
  const file = fileStem(source.file);
  const words = segments.filter((segment) => !structural.has(segment)).join(" ") || file;
  const container = segments.at(-2);
  const names = [words, `${file} ${words}`, `${source.file}#${source.pointer}`];
  const key = segments.at(-1);
  return (container === "$defs" || container === "definitions") && key !== undefined && key !== ""
    ? [key, ...names]
    : names;
}

/**
 * Returns the name of the component that contains a place, such as `NotFound` of
 * `#/components/responses/NotFound/content`.
 */
export function componentOf(source: Source): string | undefined {
  const segments = pointerSegments(source.pointer);
  return segments[0] === "components" && segments.length > 3 ? segments[2] : undefined;
}

/** Returns the name of a file without folders and extension. */
function fileStem(file: string): string {
  const name = file.slice(file.lastIndexOf("/") + 1);
  const dot = name.lastIndexOf(".");
  return dot > 0 ? name.slice(0, dot) : name;
}
