import type { Converter } from "../converter.ts";
import {
  holdsObject,
  keptPart,
  memberAt,
  membersAt,
  type ObjectPart,
  type ObjectPlace,
  objectPart,
  type Part,
  type Place,
} from "../part.ts";
import { convertParameter } from "./parameter.ts";

/** The media type of a response if neither the operation nor an example names one. */
const ANY = "*/*";

/** Converts a response. `mediaTypes` are the media types that the operation produces. */
export function convertResponse(
  converter: Converter,
  place: ObjectPlace,
  mediaTypes: readonly string[],
): ObjectPart {
  const members = new Map<string, Part>();
  for (const [key, member] of membersAt(place)) {
    if (key === "schema" || key === "examples") {
      if (!members.has("content"))
        members.set("content", responseContent(converter, place, mediaTypes));
    } else if (key === "headers") {
      members.set(key, objectPart(member, convertHeaders(converter, member)));
    } else members.set(key, keptPart(member));
  }
  return objectPart(place, members);
}

/** Reports whether a response depends on the media types of its operation, because it has a schema. */
export function hasContent(place: Place): boolean {
  return memberAt(place, "schema") !== undefined;
}

function convertHeaders(
  converter: Converter,
  headers: Place,
): readonly (readonly [string, Part])[] {
  return membersAt(headers).map(([name, header]) => [
    name,
    holdsObject(header) ? convertParameter(converter, header) : keptPart(header),
  ]);
}

/**
 * Returns the contents of a response. All media types share the schema. Each example belongs to one media
 * type.
 */
function responseContent(
  converter: Converter,
  place: ObjectPlace,
  mediaTypes: readonly string[],
): Part {
  const schema = memberAt(place, "schema");
  const examples = memberAt(place, "examples");
  const named = examples === undefined ? [] : membersAt(examples);
  const produced = schema === undefined ? [] : mediaTypes;
  const types = new Set([...produced, ...named.map(([type]) => type)]);
  if (types.size === 0) types.add(ANY);
  const converted = schema && converter.convert("Schema", schema);
  return objectPart(
    place,
    [...types].map((type) => {
      const example = named.find(([name]) => name === type)?.[1];
      return [
        type,
        objectPart(place, { schema: converted, example: example && keptPart(example) }),
      ] as const;
    }),
  );
}
