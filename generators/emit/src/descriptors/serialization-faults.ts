// Finds values whose encoding OpenAPI does not define, and fields that have no effect. Without a report,
// such values would be sent in a form that contradicts the document.

import {
  type Contract,
  dereference,
  type HttpOperation,
  type MediaType,
  mediaTypeEssence,
  objectProperties,
  type Parameter,
  possibleTypes,
  type Response,
  responseContent,
  type Schema,
} from "@specwright/contract";
import { mediaFaults } from "./media-faults.ts";
import { isOpenApi32 } from "./openapi-version.ts";
import { ignoredFault, type SerializationFault, undefinedFault } from "./serialization-fault.ts";

/** Lists the faults of an operation. */
export function serializationFaults(
  contract: Contract,
  operation: HttpOperation,
): readonly SerializationFault[] {
  const { parameters, requestBody, responses } = operation;
  const headers = responses.flatMap((response) => response.headers);
  return [
    ...[...parameters, ...headers].flatMap((each) => parameterFaults(contract, each)),
    ...collisionFaults(parameters),
    ...bodyFaults(operation),
    ...(requestBody?.content ?? []).flatMap((media) => mediaFaults(contract, media, "request")),
    ...responses.flatMap((response) => responseFaults(contract, operation, response)),
  ];
}

function isMultipart({ mediaType }: MediaType): boolean {
  return mediaTypeEssence(mediaType).startsWith("multipart/");
}

const stylesIn: Readonly<Record<Parameter["in"], readonly string[]>> = {
  path: ["simple", "label", "matrix"],
  query: ["form", "spaceDelimited", "pipeDelimited", "deepObject"],
  header: ["simple"],
  cookie: ["form", "cookie"],
  querystring: ["form"],
};

function parameterFaults(contract: Contract, parameter: Parameter): readonly SerializationFault[] {
  const { name, in: location, style, explode, schema, content, allowReserved, source } = parameter;
  const what = `Parameter "${name}" in the ${location}`;
  const faults: SerializationFault[] = [];
  if (!stylesIn[location].includes(style)) {
    faults.push(undefinedFault(source, `${what}: the style ${style} is not allowed there`));
  }
  if (allowReserved && location !== "query" && (location === "header" || !isOpenApi32(contract))) {
    const message = `${what}: \`allowReserved\` has no effect there`;
    faults.push(ignoredFault(source, message));
  }
  if (content !== undefined || schema === undefined) return faults;
  const types = possibleTypes(schema);
  const isObject = objectProperties(schema) !== undefined;
  const isList = types.has("array") && types.size < 7;
  const isDelimited = style === "spaceDelimited" || style === "pipeDelimited";
  if (isDelimited && explode) {
    faults.push(
      undefinedFault(source, `${what}: \`explode: true\` is not defined for the style ${style}`),
    );
  }
  if (isDelimited && !isList && !isObject) {
    faults.push(undefinedFault(source, `${what}: the style ${style} needs an array or an object`));
  }
  if (style !== "deepObject" && hasStructures(schema)) {
    const message = `${what}: the style ${style} does not support nested arrays or objects; they are sent as JSON`;
    faults.push(undefinedFault(source, message));
  }
  return faults;
}

/** Reports whether items or members of a value are arrays or objects. */
function hasStructures(schema: Schema): boolean {
  const target = dereference(schema);
  const items = target.kind === "schema" ? target.items : undefined;
  const members = [...(objectProperties(schema)?.values() ?? []), ...(items ? [items] : [])];
  return members.some((member) => {
    const types = [...possibleTypes(member)].filter((type) => type !== "null");
    return types.length > 0 && types.every((type) => type === "array" || type === "object");
  });
}

/** Finds objects with `explode` if one of their properties has the name of a different parameter. */
function collisionFaults(parameters: readonly Parameter[]): readonly SerializationFault[] {
  return parameters.flatMap((parameter): readonly SerializationFault[] => {
    const { in: location, style, explode, schema, name, source } = parameter;
    const isSpread = (location === "query" || location === "cookie") && style === "form" && explode;
    if (!isSpread || schema === undefined) return [];
    // Nearly all parameters are scalars or lists, so only objects are compared with the other parameters.
    const properties = objectProperties(schema);
    if (properties === undefined) return [];
    const others = parameters.filter((other) => other.in === location && other !== parameter);
    const taken = new Set(others.map((other) => other.name));
    const same = [...properties.keys()].filter((key) => taken.has(key));
    if (same.length === 0) return [];
    const message = `The properties of parameter "${name}" are sent like parameters, but there is also a parameter ${same.map((key) => `"${key}"`).join(", ")}.`;
    return [{ code: "PROPERTIES_COLLIDE", message, source }];
  });
}

function bodyFaults({ method, requestBody, id }: HttpOperation): readonly SerializationFault[] {
  if (requestBody === undefined || !["get", "head"].includes(method.toLowerCase())) return [];
  const verb = method.toUpperCase();
  const effect = requestBody.required ? "every call fails there" : "it is left out there";
  const message = `Operation "${id}" is a ${verb} with a body. Browsers and \`fetch\` cannot send it; ${effect}.`;
  const { source, required } = requestBody;
  return [{ code: "BODY_NOT_SENT", message, source, ...(!required && { severity: "info" }) }];
}

function responseFaults(
  contract: Contract,
  { id }: HttpOperation,
  response: Response,
): readonly SerializationFault[] {
  const { status, content, source } = response;
  const sent = responseContent(response);
  const inParts = sent.filter(isMultipart);
  const faults = inParts.flatMap((media) => mediaFaults(contract, media, "response"));
  if (content.length === sent.length) return faults;
  const message = `The response ${status} of operation "${id}" has a body. HTTP does not allow it; it is left out.`;
  return [...faults, { code: "BODY_NOT_SENT", message, source, severity: "info" }];
}
