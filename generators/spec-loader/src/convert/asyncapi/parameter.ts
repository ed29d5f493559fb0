import type { JsonValue } from "../../json/json-value.ts";
import type { Converter } from "../converter.ts";
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

/** The schema keywords that AsyncAPI 3 can express as fields of a parameter. */
const carried: ReadonlySet<string> = new Set([
  "enum",
  "const",
  "default",
  "examples",
  "description",
]);

/** Converts a parameter of a channel. In AsyncAPI 3, it is a string without a schema. */
export function convertParameter(converter: Converter, place: ObjectPlace): Part {
  const members = new Map<string, Part>();
  for (const [key, member] of membersAt(place)) {
    if (key !== "schema") members.set(key, converter.field("Parameter", key, member));
    else addSchema(converter, member, members, memberAt(place, "description") !== undefined);
  }
  return objectPart(place, members);
}

function addSchema(
  converter: Converter,
  place: Place,
  members: Map<string, Part>,
  isDescribed: boolean,
): void {
  const schema = converter.follow(place);
  if (schema === undefined) return;
  const lost: string[] = [];
  for (const [key, member] of membersAt(schema)) {
    if (key === "type" && member.value === "string") continue;
    if (key === "description" && isDescribed) continue;
    if (!carried.has(key)) lost.push(key);
    else if (key === "description") members.set(key, keptPart(member));
    else if (key === "default") members.set(key, stringPart(member));
    else if (key === "const") members.set("enum", listPart(member, [stringPart(member)]));
    else members.set(key, listPart(member, itemsAt(member).map(stringPart)));
  }
  if (lost.length === 0) return;
  const names = lost.map((key) => `\`${key}\``).join(", ");
  const message = `a parameter is a string without a schema in AsyncAPI 3; left out: ${names}`;
  converter.report("CONVERT_LOST", place, message);
}

function stringPart(place: Place): Part {
  return typeof place.value === "string"
    ? keptPart(place)
    : scalarPart(place, valueText(place.value));
}

function valueText(value: JsonValue): string {
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
