// Converts parameters (except bodies) and headers. Swagger 2.0 writes their schemas into them.

import type { Converter } from "../converter.ts";
import {
  keptPart,
  memberAt,
  membersAt,
  type ObjectPlace,
  objectPart,
  type Part,
  type Place,
  scalarPart,
  textAt,
} from "../part.ts";
import { convertSchema } from "./schema.ts";

/** The fields that stay beside the schema. */
const ownFields: ReadonlySet<string> = new Set([
  "$ref",
  "name",
  "in",
  "description",
  "required",
  "allowEmptyValue",
  "deprecated",
  "example",
  "collectionFormat",
  "schema",
]);

/** Reports whether a member of a parameter belongs to its schema. */
export function isOfSchema(key: string): boolean {
  return key === "x-nullable" || !(ownFields.has(key) || key.startsWith("x-"));
}

/** Converts a parameter of a path, query or header, or a header of a response. */
export function convertParameter(converter: Converter, place: ObjectPlace): Part {
  const location = textAt(memberAt(place, "in")) ?? "header";
  const members = new Map<string, Part>();
  for (const [key, member] of membersAt(place)) {
    if (isOfSchema(key) || key === "collectionFormat" || key === "schema") {
      if (members.has("schema")) continue;
      for (const [name, part] of listStyle(converter, place, location)) members.set(name, part);
      members.set("schema", convertParameterSchema(converter, place));
    } else if (key === "allowEmptyValue" && location !== "query") {
      reportLostEmptyValue(converter, member);
    } else {
      members.set(key, keptPart(member));
    }
  }
  if (!members.has("schema")) members.set("schema", objectPart(place, {}));
  return objectPart(place, members);
}

/** Converts the schema keywords of a parameter, header or form field. */
export function convertParameterSchema(converter: Converter, place: ObjectPlace): Part {
  const schema = memberAt(place, "schema");
  const isWritten = schema !== undefined && memberAt(place, "type") === undefined;
  reportInnerLists(converter, place);
  return isWritten
    ? converter.convert("Schema", schema)
    : convertSchema(converter, place, isOfSchema);
}

/** Reports that an empty value is no longer allowed. */
export function reportLostEmptyValue(converter: Converter, member: Place): void {
  const message = "`allowEmptyValue` has no equivalent outside a query, and is left out";
  if (member.value === true) converter.report("CONVERT_LOST", member, message);
}

/** How a list is written: the separator, or one field per item. */
export type ListFormat = "csv" | "ssv" | "tsv" | "pipes" | "multi";

/** Returns the format of a parameter that is a list; `undefined` for others. */
export function listFormatOf(place: ObjectPlace): ListFormat | undefined {
  if (memberAt(place, "type")?.value !== "array") return undefined;
  const format = textAt(memberAt(place, "collectionFormat"));
  const known: readonly ListFormat[] = ["csv", "ssv", "tsv", "pipes", "multi"];
  return known.find((each) => each === format) ?? "csv";
}

const styles: Readonly<Partial<Record<ListFormat, string>>> = {
  csv: "form",
  ssv: "spaceDelimited",
  pipes: "pipeDelimited",
};

/**
 * Returns the members that write the list of a query or form in its format. Repeated fields need no
 * members.
 */
export function listStyle(
  converter: Converter,
  place: ObjectPlace,
  location: string,
): readonly (readonly [string, Part])[] {
  const format = listFormatOf(place);
  const at = memberAt(place, "collectionFormat") ?? place;
  const isRepeated = location === "query" || location === "formData";
  if (format === undefined) return [];
  const style = isRepeated ? styles[format] : undefined;
  if (style !== undefined) {
    return [
      ["style", scalarPart(at, style)],
      ["explode", scalarPart(at, false)],
    ];
  }
  const isPlain = isRepeated ? format === "multi" : format === "csv";
  if (!isPlain) {
    const message = `the \`collectionFormat\` ${format} has no equivalent in a ${location === "formData" ? "form" : location}; the list is now written ${isRepeated ? "as a field for each item" : "with commas"}`;
    converter.report("CONVERT_LOST", at, message, fixOfFormat(format));
  }
  return [];
}

function fixOfFormat(format: ListFormat): string {
  return format === "multi"
    ? "Use `collectionFormat: csv`: only queries and forms can repeat a field."
    : "Declare the list as a string, and describe how its items are separated.";
}

/** OpenAPI 3 has no style for a list in a list of a parameter. */
function reportInnerLists(converter: Converter, place: ObjectPlace): void {
  const items = memberAt(place, "items");
  if (items === undefined || memberAt(items, "type")?.value !== "array") return;
  const message =
    "OpenAPI 3 cannot say how a list inside a list is written outside JSON; its `collectionFormat` is left out";
  const fix = "Declare each inner list as a string, and describe how its items are separated.";
  converter.report("CONVERT_LOST", items, message, fix);
}
