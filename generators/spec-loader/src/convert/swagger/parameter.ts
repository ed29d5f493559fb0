// Converts headers and all parameters except bodies. In Swagger 2.0, a parameter itself contains the
// keywords of its schema.

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

/** The fields of a parameter that are not keywords of its schema. */
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

/** Reports whether a member of a parameter is a keyword of its schema. */
export function isOfSchema(key: string): boolean {
  return key === "x-nullable" || !(ownFields.has(key) || key.startsWith("x-"));
}

/** Converts a header of a response, or a parameter in a path, a query or a header. */
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

/** Reports a lost `allowEmptyValue`, because OpenAPI 3 supports it only in a query. */
export function reportLostEmptyValue(converter: Converter, member: Place): void {
  const message = "`allowEmptyValue` has no equivalent outside a query, and is left out";
  if (member.value === true) converter.report("CONVERT_LOST", member, message);
}

/** How a list is written: its separator, or `multi` for one field per item. */
export type ListFormat = "csv" | "ssv" | "tsv" | "pipes" | "multi";

/** Returns the list format of a parameter whose type is a list; `undefined` for other types. */
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
 * Returns the members `style` and `explode` that express the format of a list. A list with one field per
 * item needs no members. Reports a format that OpenAPI 3 cannot express.
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

/**
 * Reports a list inside a list, because OpenAPI 3 cannot declare how a parameter writes the inner list.
 */
function reportInnerLists(converter: Converter, place: ObjectPlace): void {
  const items = memberAt(place, "items");
  if (items === undefined || memberAt(items, "type")?.value !== "array") return;
  const message =
    "OpenAPI 3 cannot say how a list inside a list is written outside JSON; its `collectionFormat` is left out";
  const fix = "Declare each inner list as a string, and describe how its items are separated.";
  converter.report("CONVERT_LOST", items, message, fix);
}
