import { isJsonArray, type JsonValue } from "@specwright/spec-loader";

type Documents = readonly [JsonValue, JsonValue];

/**
 * Removes parts of two documents while they still fail; returns the smallest failing ones with their fault,
 * or undefined if they pass.
 */
export async function shrinkPair(
  documents: Documents,
  check: (documents: Documents) => Promise<string | undefined>,
): Promise<{ readonly documents: Documents; readonly what: string } | undefined> {
  const attempt = (each: Documents): Promise<string | undefined> =>
    check(each).catch(() => undefined);
  const what = await attempt(documents);
  if (what === undefined) return undefined;
  let smallest = { documents, what };
  for (let isSmaller = true; isSmaller; ) {
    isSmaller = false;
    for (const candidate of smaller(smallest.documents)) {
      const found = await attempt(candidate);
      if (found === undefined) continue;
      smallest = { documents: candidate, what: found };
      isSmaller = true;
      break;
    }
  }
  return smallest;
}

function* smaller([base, revision]: Documents): Iterable<Documents> {
  for (const each of without(base)) yield [each, revision];
  for (const each of without(revision)) yield [base, each];
}

/** Yields copies of a value with one member or item removed, or replaced by `true`. */
function* without(value: JsonValue): Iterable<JsonValue> {
  if (isJsonArray(value)) {
    for (const index of value.keys()) yield value.filter((_, at) => at !== index);
    for (const [index, item] of value.entries()) {
      for (const each of without(item)) yield value.map((old, at) => (at === index ? each : old));
    }
  } else if (typeof value === "object" && value !== null) {
    for (const name of Object.keys(value)) {
      yield Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
    }
    for (const [name, member] of Object.entries(value)) {
      if (typeof member === "object" && member !== null) yield { ...value, [name]: true };
      for (const each of without(member)) yield { ...value, [name]: each };
    }
  }
}
