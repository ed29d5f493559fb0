/** Formats the keys that lead to a value as an RFC 6901 pointer. */
export function jsonPointer(path: readonly PropertyKey[]): string {
  let pointer = "";
  for (const key of path) {
    pointer += `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`;
  }
  return pointer;
}
