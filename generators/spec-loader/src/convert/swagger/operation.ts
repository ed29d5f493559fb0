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
  textsAt,
} from "../part.ts";
import {
  convertBody,
  convertForm,
  isInBody,
  type ListedParameter,
  listedParameter,
} from "./request-body.ts";
import { convertResponse, hasContent } from "./response.ts";
import { convertSchemes } from "./servers.ts";

/** The document, and the media types of operations that do not declare media types. */
export interface Defaults {
  readonly root: Place;
  readonly consumes: readonly string[];
  readonly produces: readonly string[];
}

const methods: ReadonlySet<string> = new Set([
  "get",
  "put",
  "post",
  "delete",
  "options",
  "head",
  "patch",
]);

/** Converts a path item. Moves its body and form parameters into each operation. */
export function convertPathItem(
  converter: Converter,
  defaults: Defaults,
  place: ObjectPlace,
): Part {
  const inherited = listedParameters(converter, memberAt(place, "parameters"));
  const members = new Map<string, Part>();
  for (const [key, member] of membersAt(place)) {
    if (key === "parameters") {
      const parameters = convertParameters(converter, member, inherited);
      if (parameters !== undefined) members.set(key, parameters);
    } else if (methods.has(key)) {
      members.set(key, convertOperation(converter, defaults, member, inherited));
    } else members.set(key, converter.field("PathItem", key, member));
  }
  return objectPart(place, members);
}

function convertOperation(
  converter: Converter,
  defaults: Defaults,
  place: Place,
  inherited: readonly ListedParameter[],
): Part {
  const own = listedParameters(converter, memberAt(place, "parameters"));
  const members = new Map<string, Part>();
  const body = convertOperationBody(converter, defaults, place, own, inherited);
  for (const [key, member] of membersAt(place)) {
    if (key === "parameters") {
      const parameters = convertParameters(converter, member, own);
      if (parameters !== undefined) members.set(key, parameters);
      if (body !== undefined) members.set("requestBody", body);
    } else if (key === "responses") {
      if (body !== undefined) members.set("requestBody", body);
      members.set(key, convertResponses(converter, defaults, place, member));
    } else if (key === "schemes") {
      const servers = convertSchemes(converter, defaults.root, member);
      if (servers !== undefined) members.set("servers", servers);
    } else if (key !== "consumes" && key !== "produces") {
      members.set(key, converter.field("Operation", key, member));
    }
  }
  if (body !== undefined) members.set("requestBody", body);
  return objectPart(place, members);
}

function listedParameters(
  converter: Converter,
  place: Place | undefined,
): readonly ListedParameter[] {
  return itemsAt(place).flatMap((item) => listedParameter(converter, item) ?? []);
}

/**
 * Converts a list of parameters, without body and form parameters. Returns `undefined` if the list contains
 * only such parameters.
 */
function convertParameters(
  converter: Converter,
  place: Place,
  listed: readonly ListedParameter[],
): Part | undefined {
  const inBody = new Set(
    listed.filter(({ location }) => isInBody(location)).map((each) => each.place.pointer),
  );
  const others = itemsAt(place).filter(({ pointer }) => !inBody.has(pointer));
  if (others.length === 0 && inBody.size > 0) return undefined;
  return listPart(
    place,
    others.map((item) => converter.convert("Parameter", item)),
  );
}

function convertOperationBody(
  converter: Converter,
  defaults: Defaults,
  operation: Place,
  own: readonly ListedParameter[],
  inherited: readonly ListedParameter[],
): Part | undefined {
  const all = withInherited(own, inherited).filter(({ location }) => isInBody(location));
  const [body, ...others] = all.filter(({ location }) => location === "body");
  const fields = all.filter(({ location }) => location === "formData");
  for (const { place } of [...others, ...(body === undefined ? [] : fields)]) {
    const message = "an operation has one body or one form; this one is left out";
    converter.report("CONVERT_CONFLICT", place, message);
  }
  const consumes = memberAt(operation, "consumes");
  const mediaTypes = consumes === undefined ? defaults.consumes : unique(textsAt(consumes));
  if (body !== undefined) return requestBody(converter, defaults, body, mediaTypes);
  const [first] = fields;
  if (first === undefined) return undefined;
  return convertForm(converter, first.place, fields, mediaTypes);
}

/**
 * Returns the parameters of an operation, and the parameters of its path that the operation does not
 * replace. A parameter replaces one with the same name and location. A body replaces a body with any name.
 */
function withInherited(
  own: readonly ListedParameter[],
  inherited: readonly ListedParameter[],
): readonly ListedParameter[] {
  const rest = inherited.filter(
    ({ location, name }) =>
      !own.some(
        (each) => each.location === location && (location === "body" || each.name === name),
      ),
  );
  return [...own, ...rest];
}

function requestBody(
  converter: Converter,
  { consumes }: Defaults,
  { place, target }: ListedParameter,
  mediaTypes: readonly string[],
): Part {
  if (!isReference(place)) return convertBody(converter, target, mediaTypes);
  if (isSame(mediaTypes, consumes)) return converter.convert("Parameter", place);
  const what = "other operations use this body with other media types";
  converter.report("CONVERT_COPIED", place, `${what}, so that it is copied to here`);
  return { ...convertBody(converter, target, mediaTypes), isCopy: true };
}

function convertResponses(
  converter: Converter,
  defaults: Defaults,
  operation: Place,
  responses: Place,
): Part {
  const own = memberAt(operation, "produces");
  const mediaTypes = own === undefined ? defaults.produces : unique(textsAt(own));
  return objectPart(
    responses,
    membersAt(responses).map(([status, place]) => {
      const target = status.startsWith("x-") ? undefined : converter.follow(place);
      if (target === undefined) return [status, keptPart(place)] as const;
      if (!isReference(place)) {
        return [status, convertResponse(converter, target, mediaTypes)] as const;
      }
      if (isSame(mediaTypes, defaults.produces) || !hasContent(target)) {
        return [status, converter.convert("Response", place)] as const;
      }
      const what = "other operations use this response with other media types";
      converter.report("CONVERT_COPIED", place, `${what}, so that it is copied to here`);
      const copy = convertResponse(converter, target, mediaTypes);
      return [status, { ...copy, isCopy: true }] as const;
    }),
  );
}

/** Returns the texts without repeats. */
export function unique(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)];
}

function isSame(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((each) => right.includes(each));
}
