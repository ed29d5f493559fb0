/**
 * Returns the first difference between two decoded values, as a pointer and both values, or undefined.
 * Strict: 1n is not 1, -0 is not 0, own keys are compared as sets, and prototypes count. With `written`,
 * values with the same JSON text are equal: 0 and -0, and an integer beyond the safe range, whether it was
 * read as a bigint or rounded from a fraction.
 */
export function findDifference(
  wanted: unknown,
  got: unknown,
  options: { readonly written?: boolean } = {},
  at = "",
): string | undefined {
  if (Object.is(wanted, got) || (options.written && isWrittenAlike(wanted, got))) return undefined;
  if (!isNode(wanted) || !isNode(got))
    return `${at || "/"}: wanted ${show(wanted)}, got ${show(got)}`;
  if (Object.getPrototypeOf(wanted) !== Object.getPrototypeOf(got))
    return `${at}: another prototype`;
  const keys = Object.keys(wanted);
  const count = Reflect.ownKeys(got).length;
  if (count !== keys.length + (Array.isArray(got) ? 1 : 0)) {
    return `${at || "/"}: wanted keys ${keys.join()}, got ${Object.keys(got).join()}`;
  }
  for (const key of keys) {
    if (!Object.hasOwn(got, key)) return `${at || "/"}: no own key ${key}`;
    const found = findDifference(wanted[key], got[key], options, `${at}/${key}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isWrittenAlike(one: unknown, other: unknown): boolean {
  if (one === 0) return other === 0;
  if (typeof one !== "number" || typeof other !== "bigint") return false;
  return !Number.isSafeInteger(one) && Number(other) === one;
}

function isNode(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function show(value: unknown): string {
  if (typeof value === "bigint") return `${value}n`;
  if (Object.is(value, -0)) return "-0";
  if (isNode(value)) return Array.isArray(value) ? "an array" : "an object";
  return typeof value === "string" ? JSON.stringify(value) : String(value);
}
