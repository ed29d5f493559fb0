// Edits of a schema at one place, as between two versions of a document.

/** Keywords with the same kind of value and nearly the same meaning. */
const similar: Readonly<Record<string, string>> = {
  minimum: "exclusiveMinimum",
  exclusiveMinimum: "minimum",
  maximum: "exclusiveMaximum",
  exclusiveMaximum: "maximum",
  anyOf: "oneOf",
  oneOf: "anyOf",
  allOf: "anyOf",
  items: "contains",
  contains: "items",
  additionalProperties: "unevaluatedProperties",
  unevaluatedProperties: "additionalProperties",
  minItems: "maxItems",
  minLength: "maxLength",
  minProperties: "maxProperties",
};

type Members = Record<string, unknown>;

/** Returns a copy of a schema with one keyword changed, renamed or removed. */
export function editSchema(schema: unknown, choice: number): unknown {
  const copy: unknown = JSON.parse(JSON.stringify(schema));
  const places: (readonly [Members, string])[] = [];
  collect(copy, places);
  const [members, key] = places[choice % Math.max(1, places.length)] ?? [];
  if (members === undefined || key === undefined) return copy;
  const value = members[key];
  const other = similar[key];
  const way = Math.floor(choice / Math.max(1, places.length)) % 3;
  if (way === 0 && typeof value === "number") members[key] = value + 1;
  else if (way === 0 && key === "enum" && Array.isArray(value) && value.length > 1) value.pop();
  else if (way <= 1 && other !== undefined && !(other in members)) {
    members[other] = value;
    delete members[key];
  } else delete members[key];
  return copy;
}

/** Lists every keyword of a schema and of those inside; values in an enum are left alone. */
function collect(value: unknown, places: (readonly [Members, string])[]): void {
  if (Array.isArray(value)) for (const each of value) collect(each, places);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return;
  for (const [key, each] of Object.entries(value)) {
    places.push([value as Members, key]);
    if (key !== "enum" && key !== "const") collect(each, places);
  }
}

/** Returns values near those that schemas mention: bounds, enum members, and both in containers. */
export function valuesNear(...schemas: readonly unknown[]): readonly unknown[] {
  const scalars = new Set<unknown>();
  const visit = (value: unknown): void => {
    if (typeof value === "number")
      for (const step of [-1, -0.5, 0, 0.5, 1]) scalars.add(value + step);
    else if (typeof value === "object" && value !== null) Object.values(value).forEach(visit);
    else scalars.add(value);
  };
  schemas.forEach(visit);
  const list = [...scalars].slice(0, 24);
  return [
    ...list,
    ...list.flatMap((each) => [[each], { a: each }, { b: each }, [each, each], { a: each, c: 0 }]),
  ];
}
