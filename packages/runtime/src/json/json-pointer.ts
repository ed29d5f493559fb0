/** Formats the keys that lead to a value as an RFC 6901 pointer. */
export function jsonPointer(path: readonly PropertyKey[]): string {
  let pointer = "";
  for (const key of path) {
    pointer += `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`;
  }
  return pointer;
}

/**
 * Splits a JSON Pointer into member names and indexes. A step of digits is an index. A step of digits with
 * a minus sign is an index too, and counts from the end.
 */
export function pointerSteps(pointer: string): (string | number)[] {
  if (pointer === "") return [];
  return pointer
    .slice(1)
    .split("/")
    .map((step) =>
      /^(?:0|-?[1-9]\d*)$/.test(step)
        ? Number(step)
        : step.replaceAll("~1", "/").replaceAll("~0", "~"),
    );
}

/** Returns the value at a pointer, or undefined. */
export function valueAt(value: unknown, pointer: string): unknown {
  let found = value;
  for (const step of pointerSteps(pointer)) {
    if (Array.isArray(found)) found = typeof step === "number" ? found.at(step) : undefined;
    else if (typeof found === "object" && found !== null && Object.hasOwn(found, step)) {
      found = (found as Readonly<Record<string | number, unknown>>)[step];
    } else return undefined;
  }
  return found;
}
