// Converts body and form parameters to request bodies.

import { type Converter, isReference } from "../converter.ts";
import {
  keptPart,
  listPart,
  memberAt,
  membersAt,
  type ObjectPart,
  type ObjectPlace,
  objectPart,
  type Part,
  type Place,
  scalarPart,
  textAt,
} from "../part.ts";
import {
  convertParameterSchema,
  isOfSchema,
  listStyle,
  reportLostEmptyValue,
} from "./parameter.ts";

/** A parameter of an operation. `target` is the parameter after following its reference. */
export interface ListedParameter {
  readonly place: Place;
  readonly target: ObjectPlace;
  readonly location: string | undefined;
  readonly name: string | undefined;
}

/** Reports whether a parameter is a part of the request body. */
export function isInBody(location: string | undefined): boolean {
  return location === "body" || location === "formData";
}

/** Converts a body parameter to a request body with the given media types. */
export function convertBody(
  converter: Converter,
  place: ObjectPlace,
  mediaTypes: readonly string[],
): ObjectPart {
  const members = new Map<string, Part>();
  const types = mediaTypes.length > 0 ? mediaTypes : [assumedJson(converter, place)];
  for (const [key, member] of membersAt(place)) {
    if (key === "schema") members.set("content", bodyContent(converter, place, types));
    else if (key === "name") {
      const message = `the name ${JSON.stringify(member.value)} of the body is left out; a request body has no name`;
      converter.report("CONVERT_DROPPED", member, message);
    } else if (key !== "in") members.set(key, keptPart(member));
  }
  if (!members.has("content")) members.set("content", bodyContent(converter, place, types));
  return objectPart(place, members);
}

function assumedJson(converter: Converter, place: ObjectPlace): string {
  const message = "the document has no `consumes`; the body is assumed to be application/json";
  converter.report("CONVERT_ASSUMED", place, message);
  return "application/json";
}

function bodyContent(
  converter: Converter,
  place: ObjectPlace,
  mediaTypes: readonly string[],
): Part {
  const schema = memberAt(place, "schema");
  const converted = schema && converter.convert("Schema", schema);
  return objectPart(
    place,
    mediaTypes.map((type) => [type, objectPart(place, { schema: converted })] as const),
  );
}

const FORM = "application/x-www-form-urlencoded";
const MULTIPART = "multipart/form-data";

/**
 * Converts the form parameters of an operation to one request body. `from` is the place in the original for
 * the body.
 */
export function convertForm(
  converter: Converter,
  from: Place,
  fields: readonly ListedParameter[],
  mediaTypes: readonly string[],
): Part {
  const properties = new Map<string, Part>();
  const encodings = new Map<string, Part>();
  const required: Part[] = [];
  for (const { place, target, name = "" } of fields) {
    const members = propertyOf(converter, target);
    // If the field is a reference, this is only a copy. References still lead to the target.
    properties.set(name, isReference(place) ? { ...members, isCopy: true } : members);
    if (memberAt(target, "required")?.value === true) required.push(scalarPart(target, name));
    const style = listStyle(converter, target, "formData");
    if (style.length > 0) encodings.set(name, objectPart(target, style));
  }
  const schema = objectPart(from, {
    type: scalarPart(from, "object"),
    properties: objectPart(from, properties),
    ...(required.length > 0 && { required: listPart(from, required) }),
  });
  const types = formTypes(fields, mediaTypes);
  const media = objectPart(from, {
    schema,
    ...(encodings.size > 0 && { encoding: objectPart(from, encodings) }),
  });
  return objectPart(from, {
    content: objectPart(
      from,
      types.map((type) => [type, media] as const),
    ),
    ...(required.length > 0 && { required: scalarPart(from, true) }),
  });
}

/**
 * Returns the media types of a form. These are the media types of the operation that can carry the fields,
 * or a default media type.
 */
function formTypes(
  fields: readonly ListedParameter[],
  mediaTypes: readonly string[],
): readonly string[] {
  const hasFile = fields.some(({ target }) => memberAt(target, "type")?.value === "file");
  const possible = hasFile ? [MULTIPART] : [FORM, MULTIPART];
  const named = mediaTypes.filter((type) => possible.includes(type.split(";")[0]?.trim() ?? ""));
  if (named.length > 0) return named;
  return [hasFile ? MULTIPART : FORM];
}

function propertyOf(converter: Converter, place: ObjectPlace): ObjectPart {
  const members = new Map<string, Part>();
  const schema = convertParameterSchema(converter, place);
  for (const [key, member] of membersAt(place)) {
    if (key === "description" || (key.startsWith("x-") && !isOfSchema(key))) {
      members.set(key, keptPart(member));
    } else if (key === "example") {
      members.set("examples", listPart(member, [keptPart(member)]));
    } else if (key === "allowEmptyValue") reportLostEmptyValue(converter, member);
  }
  if (schema.is === "object") for (const [key, part] of schema.members) members.set(key, part);
  return objectPart(place, members);
}

/** Returns a parameter after following its reference; `undefined` if the reference has no target. */
export function listedParameter(converter: Converter, place: Place): ListedParameter | undefined {
  const target = converter.follow(place);
  if (target === undefined) return undefined;
  return {
    place,
    target,
    location: textAt(memberAt(target, "in")),
    name: textAt(memberAt(target, "name")),
  };
}
