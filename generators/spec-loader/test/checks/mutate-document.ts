import { isJsonArray, isJsonObject, type JsonValue } from "../../src/json/json-value.ts";

/** Returns a copy of a document with another value at a path, or with the value removed. */
export function setAt(value: JsonValue, path: readonly string[], next?: JsonValue): JsonValue {
  const [token, ...rest] = path;
  if (token === undefined) return next ?? null;
  const put = (before: JsonValue): JsonValue | undefined =>
    rest.length === 0 ? next : setAt(before, rest, next);
  if (isJsonArray(value)) {
    const items = value.map((item, index) => (String(index) === token ? put(item) : item));
    return items.filter((item) => item !== undefined);
  }
  const members = isJsonObject(value) ? { ...value } : {};
  const changed = put(members[token] ?? null);
  if (changed === undefined) delete members[token];
  else members[token] = changed;
  return members;
}

/** A change of one field: removed, renamed, or with another value. */
export interface Mutation {
  readonly path: readonly string[];
  readonly name?: string;
  readonly value?: JsonValue;
}

/** Returns a changed copy of a document. */
export function mutate(document: JsonValue, { path, name, value }: Mutation): JsonValue {
  if (name === undefined) return setAt(document, path, value);
  const before = path.reduce<JsonValue>(
    (found, token) =>
      isJsonObject(found)
        ? (found[token] ?? null)
        : isJsonArray(found)
          ? (found[Number(token)] ?? null)
          : null,
    document,
  );
  return setAt(setAt(document, path), [...path.slice(0, -1), name], before);
}

/** Schemas and examples have separate checks, which differ from the parser's. */
const skipped = /^(?:payload|headers|query|key|groupId|clientId|schemas?|examples|x-.*|asyncapi)$/;

/** Returns the paths of all members and items, except those of schemas, examples and extensions. */
export function pathsOf(
  value: JsonValue,
  path: readonly string[] = [],
): readonly (readonly string[])[] {
  const keys = isJsonArray(value) || isJsonObject(value) ? Object.keys(value) : [];
  return keys.flatMap((key) => {
    if (skipped.test(key)) return [];
    const here = [...path, key];
    const child = isJsonArray(value) ? value[Number(key)] : isJsonObject(value) ? value[key] : null;
    return [here, ...pathsOf(child ?? null, here)];
  });
}
