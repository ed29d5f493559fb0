import { memberOf } from "@specwright/runtime";

/** Reads a string, or a list of strings, at a path. Returns undefined if the path has neither. */
export function textsAt(frame: unknown, path: readonly string[]): readonly string[] | undefined {
  let value = frame;
  for (const name of path) value = memberOf(value, name);
  if (typeof value === "string") return [value];
  if (typeof value === "bigint" || typeof value === "number") return [String(value)];
  return Array.isArray(value) ? value.map(String) : undefined;
}
