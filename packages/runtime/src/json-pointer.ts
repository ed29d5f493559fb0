/** Writes an RFC 6901 pointer from the keys on the way to a value. */
export function jsonPointer(path: readonly PropertyKey[]): string {
  let pointer = "";
  for (const key of path) {
    pointer += `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`;
  }
  return pointer;
}
