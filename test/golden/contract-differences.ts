import { type Contract, dereference } from "@specwright/contract";

/** Members that depend on the place of a text, and not on its meaning. */
const places: ReadonlySet<string> = new Set([
  "source",
  "component",
  "file",
  "hash",
  "text",
  "locate",
]);

/** Keywords whose values are places. */
const placeKeywords: ReadonlySet<string> = new Set(["$ref", "$dynamicRef", "$id", "mapping"]);

/**
 * Lists the differences of two contracts, as paths. It follows references; places and component names do
 * not matter.
 */
export function contractDifferences(left: Contract, right: Contract): readonly string[] {
  const found: string[] = [];
  const compared = new Map<object, Set<object>>();
  const { declarations: _, raw: _raw, ...one } = left;
  const { declarations: _others, raw: _otherRaw, ...other } = right;
  compare(one, other, "");
  return found;

  function compare(a: unknown, b: unknown, path: string): void {
    if (typeof a === "function" && typeof b === "function") return;
    if (!isObject(a) || !isObject(b)) {
      if (!Object.is(a, b)) found.push(`${path}: ${show(a)} is ${show(b)}`);
      return;
    }
    const [x, y] = [followed(a), followed(b)];
    const known = compared.get(x) ?? new Set();
    if (known.has(y)) return;
    compared.set(x, known.add(y));
    const [first, second] = [membersOf(x), membersOf(y)];
    const isDeclaration = first.has("origin") && first.has("recursive");
    for (const [key, member] of first) {
      if (isDeclaration && key === "name") continue;
      if (!second.has(key)) found.push(`${path}/${key} is lost`);
      else if (key === "raw") compareRaw(member, second.get(key), `${path}/${key}`);
      else compare(member, second.get(key), `${path}/${key}`);
    }
    for (const key of second.keys()) if (!first.has(key)) found.push(`${path}/${key} is added`);
  }

  function compareRaw(a: unknown, b: unknown, path: string): void {
    // If one has only a reference, its target is compared elsewhere.
    if (isObject(a) && isObject(b) && ("$ref" in a || "$ref" in b)) return;
    if (!isObject(a) || !isObject(b)) {
      compare(a, b, path);
      return;
    }
    const [first, second] = [membersOf(a), membersOf(b)];
    for (const key of new Set([...first.keys(), ...second.keys()])) {
      if (placeKeywords.has(key)) continue;
      compareRaw(first.get(key), second.get(key), `${path}/${key}`);
    }
  }
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** Returns the target of a schema that is just a reference. */
function followed(value: object): object {
  return "kind" in value && value.kind === "schema" && "ref" in value
    ? dereference(value as Parameters<typeof dereference>[0])
    : value;
}

function membersOf(value: object): ReadonlyMap<string, unknown> {
  const entries = value instanceof Map ? [...value] : Object.entries(value);
  return new Map(
    entries
      .filter(([key]) => value instanceof Map || !places.has(String(key)))
      .map(([key, member]) => [String(key), member]),
  );
}

function show(value: unknown): string {
  return typeof value === "bigint"
    ? String(value)
    : (JSON.stringify(value)?.slice(0, 60) ?? "none");
}
