// Converts schemas of Swagger 2.0 to schemas of OpenAPI 3.1. Those use JSON Schema 2020-12.

import { isJsonArray, memberOf } from "../../json/json-value.ts";
import { type Converter, isReference } from "../converter.ts";
import {
  itemsAt,
  keptPart,
  listPart,
  memberAt,
  membersAt,
  type ObjectPlace,
  objectPart,
  type Part,
  type Place,
  scalarPart,
} from "../part.ts";

/** The keywords that do not affect validation. */
const annotations: ReadonlySet<string> = new Set([
  "title",
  "description",
  "default",
  "example",
  "examples",
  "readOnly",
  "externalDocs",
  "xml",
]);

/** The keywords with subschemas that would also have to accept null. */
const combinators = ["allOf", "anyOf", "oneOf", "not"];

/**
 * Converts a schema, or the schema keywords of a parameter or header. `isPart` selects the keywords. By
 * default, all members of the object are keywords.
 */
export function convertSchema(
  converter: Converter,
  place: ObjectPlace,
  isPart: (key: string) => boolean = () => true,
): Part {
  if (isReference(place)) return convertReference(converter, place);
  const members = new Map<string, Part>();
  const own = membersAt(place).filter(([key]) => isPart(key));
  for (const [key, member] of own) convertKeyword(converter, place, key, member, members);
  return isNullable(place) ? withNull(place, members) : objectPart(place, members);
}

function convertKeyword(
  converter: Converter,
  place: ObjectPlace,
  key: string,
  member: Place,
  members: Map<string, Part>,
): void {
  const { value } = member;
  const has = (other: string): boolean => Object.hasOwn(place.value, other);
  if (key === "x-nullable" && typeof value === "boolean") return;
  if (key === "type" && value === "file") {
    members.set("type", scalarPart(member, "string"));
    members.set("format", scalarPart(member, "binary"));
  } else if (key === "discriminator" && typeof value === "string") {
    members.set(key, objectPart(member, { propertyName: keptPart(member) }));
  } else if (key === "example" && !has("examples")) {
    members.set("examples", listPart(member, [keptPart(member)]));
  } else if (key === "maximum" || key === "minimum") {
    const exclusive = key === "maximum" ? "exclusiveMaximum" : "exclusiveMinimum";
    members.set(memberOf(place.value, exclusive) === true ? exclusive : key, keptPart(member));
  } else if (/^exclusiveM(?:ax|in)imum$/.test(key) && typeof value === "boolean") {
    const limit = key.endsWith("aximum") ? "maximum" : "minimum";
    if (value && !has(limit))
      reportDropped(converter, member, key, `it has no effect without \`${limit}\``);
  } else if (key === "items" && isJsonArray(value)) {
    members.set("prefixItems", converter.field("Schema", key, member));
  } else if (key === "additionalItems") {
    // In both versions, `additionalItems` has an effect only beside a list of item schemas.
    const isUsed = isJsonArray(memberOf(place.value, "items"));
    members.set(isUsed ? "items" : key, converter.field("Schema", key, member));
  } else if (key === "collectionFormat") {
    reportDropped(converter, member, key, "it has no effect in a schema");
  } else {
    members.set(key, converter.field("Schema", key, member));
  }
}

/**
 * Converts a schema with a `$ref`. Keeps only a description and extensions, because other keywords beside a
 * `$ref` have no effect in Swagger 2.0, but would have an effect in OpenAPI 3.1.
 */
function convertReference(converter: Converter, place: ObjectPlace): Part {
  const members = new Map<string, Part>();
  for (const [key, member] of membersAt(place)) {
    const isKept = key === "description" || (key.startsWith("x-") && key !== "x-nullable");
    if (key === "$ref") members.set(key, converter.link(member));
    else if (isKept) members.set(key, keptPart(member));
    else reportDropped(converter, member, key, "it has no effect beside a `$ref`");
  }
  return objectPart(place, members);
}

function reportDropped(converter: Converter, member: Place, key: string, reason: string): void {
  converter.report("CONVERT_DROPPED", member, `\`${key}\` is left out: ${reason}`);
}

function isNullable({ value }: ObjectPlace): boolean {
  return memberOf(value, "x-nullable") === true;
}

/** Makes a schema accept null, for the extension `x-nullable`. Swagger 2.0 itself has no such keyword. */
function withNull(place: ObjectPlace, members: Map<string, Part>): Part {
  if (combinators.some((key) => members.has(key))) return eitherNull(place, members);
  const type = memberAt(place, "type");
  const values = memberAt(place, "enum");
  const isNull = scalarPart(place, "null");
  if (type !== undefined && type.value !== "file") {
    const types = isJsonArray(type.value) ? itemsAt(type).map(keptPart) : [keptPart(type)];
    const hasNull = isJsonArray(type.value) && type.value.includes("null");
    members.set("type", listPart(type, hasNull ? types : [...types, isNull]));
  } else if (type !== undefined) {
    members.set("type", listPart(type, [scalarPart(type, "string"), isNull]));
  }
  if (isJsonArray(values?.value) && !values.value.includes(null)) {
    members.set(
      "enum",
      listPart(values, [...itemsAt(values).map(keptPart), scalarPart(values, null)]),
    );
  }
  return objectPart(place, members);
}

function eitherNull(place: ObjectPlace, members: ReadonlyMap<string, Part>): Part {
  const outside = [...members].filter(([key]) => annotations.has(key) || key.startsWith("x-"));
  const inside = [...members].filter(([key]) => !annotations.has(key) && !key.startsWith("x-"));
  const isNull = objectPart(place, { type: scalarPart(place, "null") });
  return objectPart(place, [
    ...outside,
    ["anyOf", listPart(place, [objectPart(place, inside), isNull])] as const,
  ]);
}
