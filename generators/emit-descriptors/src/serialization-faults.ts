// Finds what a document asks for and OpenAPI does not define, or says has no effect, in how values
// become bytes. Nothing of it is sent silently as something else.

import {
  type Contract,
  dereference,
  type Encoding,
  type HttpOperation,
  isXmlMediaType,
  type MediaType,
  mediaTypeEssence,
  type Parameter,
  type Response,
  type Schema,
} from "@specwright/contract";
import {
  fileKind,
  mediaKind,
  possibleTypes,
  responseContent,
  type Source,
  xmlShape,
} from "@specwright/emit-kit";
import { objectProperties } from "./object-properties.ts";
import { isOpenApi30, isOpenApi32, isUncorrected } from "./openapi-version.ts";

/** A fault, with the code of its diagnostic. */
export interface SerializationFault {
  readonly code:
    | "BODY_AS_BYTES"
    | "BODY_NOT_SENT"
    | "FORM_STYLE_BY_VERSION"
    | "PROPERTIES_COLLIDE"
    | "SERIALIZATION_IGNORED"
    | "SERIALIZATION_UNDEFINED";
  readonly message: string;
  readonly source: Source;
  /** Set if it is other than that of the code. */
  readonly severity?: "info";
}

/** Lists the faults of an operation. */
export function serializationFaults(
  contract: Contract,
  operation: HttpOperation,
): readonly SerializationFault[] {
  const { parameters, requestBody, responses } = operation;
  const headers = responses.flatMap((response) => response.headers);
  return [
    ...[...parameters, ...headers].flatMap((each) => parameterFaults(contract, each)),
    ...collisions(parameters),
    ...bodyFaults(operation),
    ...(requestBody?.content ?? []).flatMap((media) => mediaFaults(contract, media)),
    ...responses.flatMap((response) => responseFaults(operation, response)),
  ];
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
    faults.push(
      undefinedIn(source, `${what} has the style ${style}, which is none of a ${location}`),
    );
  }
  if (allowReserved && location !== "query" && (location === "header" || !isOpenApi32(contract))) {
    const message = `${what} has \`allowReserved\`, which has no effect there`;
    faults.push(ignored(source, message));
  }
  if (content !== undefined || schema === undefined) return faults;
  const types = possibleTypes(schema);
  const isObject = objectProperties(schema) !== undefined;
  const isList = types.has("array") && types.size < 7;
  const isDelimited = style === "spaceDelimited" || style === "pipeDelimited";
  if (isDelimited && explode) {
    faults.push(undefinedIn(source, `${what} has the style ${style} with \`explode: true\``));
  }
  if (isDelimited && !isList && !isObject) {
    faults.push(undefinedIn(source, `${what} has the style ${style}, but is no array or object`));
  }
  if (style !== "deepObject" && hasStructures(schema)) {
    const message = `${what} nests arrays or objects, which the style ${style} cannot; they are sent as JSON`;
    faults.push(undefinedIn(source, message));
  }
  return faults;
}

/** Reports whether a value's items or members are arrays or objects themselves. */
function hasStructures(schema: Schema): boolean {
  const target = dereference(schema);
  const items = target.kind === "schema" ? target.items : undefined;
  const members = [...(objectProperties(schema)?.values() ?? []), ...(items ? [items] : [])];
  return members.some((member) => {
    const types = [...possibleTypes(member)].filter((type) => type !== "null");
    return types.length > 0 && types.every((type) => type === "array" || type === "object");
  });
}

/** Finds exploded objects with properties that have the names of other parameters. */
function collisions(parameters: readonly Parameter[]): readonly SerializationFault[] {
  return parameters.flatMap((parameter): readonly SerializationFault[] => {
    const { in: location, style, explode, schema, name, source } = parameter;
    const isSpread = (location === "query" || location === "cookie") && style === "form" && explode;
    if (!isSpread || schema === undefined) return [];
    const others = parameters.filter((other) => other.in === location && other !== parameter);
    const taken = new Set(others.map((other) => other.name));
    const same = [...(objectProperties(schema)?.keys() ?? [])].filter((key) => taken.has(key));
    if (same.length === 0) return [];
    const message = `Parameter "${name}" spreads its properties, and ${same.map((key) => `"${key}"`).join(", ")} is a parameter, too.`;
    return [{ code: "PROPERTIES_COLLIDE", message, source }];
  });
}

function bodyFaults({ method, requestBody, id }: HttpOperation): readonly SerializationFault[] {
  if (requestBody === undefined || !["get", "head"].includes(method.toLowerCase())) return [];
  const verb = method.toUpperCase();
  const effect = requestBody.required ? "so no call can succeed there" : "so it is left out there";
  const message = `Operation "${id}" is a ${verb} with a body, which browsers and \`fetch\` cannot send, ${effect}.`;
  const { source, required } = requestBody;
  return [{ code: "BODY_NOT_SENT", message, source, ...(!required && { severity: "info" }) }];
}

function responseFaults({ id }: HttpOperation, response: Response): readonly SerializationFault[] {
  const { status, content, source } = response;
  if (content.length === responseContent(response).length) return [];
  const message = `The response ${status} of operation "${id}" has a body, which HTTP does not allow, so it is left out.`;
  return [{ code: "BODY_NOT_SENT", message, source, severity: "info" }];
}

/** Reports whether a body has a schema of objects or lists. */
function isStructured({ schema }: MediaType): boolean {
  const types = schema === undefined ? [] : [...possibleTypes(schema)];
  return types.length > 0 && types.every((type) => type === "object" || type === "array");
}

function mediaFaults(contract: Contract, media: MediaType): readonly SerializationFault[] {
  const { mediaType, encoding, source } = media;
  const essence = mediaTypeEssence(mediaType);
  const isMultipart = essence === "multipart/form-data";
  const isForm = isMultipart || essence === "application/x-www-form-urlencoded";
  const faults: SerializationFault[] = [];
  if (essence.startsWith("multipart/") && !isMultipart) {
    const message = `A body of ${essence} is bytes: the caller writes its parts, and gives the boundary in \`content-type\`.`;
    faults.push({ code: "BODY_AS_BYTES", message, source });
  }
  if (isXmlMediaType(mediaType) && isStructured(media) && xmlShape(media) === undefined) {
    const message = `A body of ${essence} is bytes: its schema does not say how its XML is written.`;
    faults.push({ code: "BODY_AS_BYTES", message, source });
  }
  const charset = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(mediaType)?.[1]?.toLowerCase();
  if (mediaKind(mediaType) === "text" && charset !== undefined && !written.includes(charset)) {
    const message = `A text of the charset ${charset} is read, but cannot be written.`;
    faults.push({ code: "BODY_AS_BYTES", message, source });
  }
  const properties = (isForm && media.schema && objectProperties(media.schema)) || new Map();
  for (const [name, object] of encoding) {
    const schema: Schema | undefined = properties.get(name);
    const reason = isForm
      ? schema === undefined && "the form has no such property"
      : `bodies of ${essence} have no \`encoding\` that is written`;
    if (reason) faults.push(ignored(source, `\`encoding\` of "${name}": ${reason}`));
    if (reason || schema === undefined) continue;
    faults.push(...encodingFaults(contract, { name, object, schema, isMultipart, source }));
  }
  const isOld = isUncorrected(contract) && isForm && !isMultipart;
  for (const [name, schema] of isOld ? properties : []) {
    if (encoding.has(name) || objectProperties(schema) === undefined) continue;
    const message = `The object "${name}" of a form is written in the style form, as OpenAPI ${contract.formatVersion} says; from 3.0.4 and 3.1.1 on, it would be JSON.`;
    faults.push({ code: "FORM_STYLE_BY_VERSION", message, source });
  }
  return faults;
}

/** The charsets that texts can be written in. */
const written: readonly string[] = ["utf-8", "utf8", "us-ascii", "ascii", "iso-8859-1", "latin1"];

interface FieldEncoding {
  readonly name: string;
  readonly object: Encoding;
  readonly schema: Schema;
  readonly isMultipart: boolean;
  readonly source: Source;
}

function encodingFaults(
  contract: Contract,
  { name, object, schema, isMultipart, source }: FieldEncoding,
): readonly SerializationFault[] {
  const { style, explode, allowReserved, contentType, raw } = object;
  const faults: SerializationFault[] = [];
  const where = `\`encoding\` of "${name}"`;
  const isStyled = [style, explode, allowReserved].some((field) => field !== undefined);
  const isPlainFile = fileKind(schema) !== undefined;
  const names = Object.keys(Object(raw["headers"])).filter((header) => !isContentType(header));
  if (names.length > 0 && (isStyled || !isMultipart)) {
    const reason = isMultipart
      ? "are not sent beside a style"
      : "have no place in a URL-encoded form";
    faults.push(ignored(source, `${where}: \`headers\` ${reason}`));
  } else if (names.some((header) => header.toLowerCase() === "content-disposition")) {
    const reason = "contains the name of the part, and is written for each";
    faults.push(ignored(source, `${where}: the header Content-Disposition ${reason}`));
  }
  if (isStyled && isMultipart && isOpenApi30(contract)) {
    faults.push(ignored(source, `${where}: parts have no style before OpenAPI 3.1`));
  } else if (isStyled && isPlainFile) {
    faults.push(ignored(source, `${where}: a file has no style`));
  } else if (isStyled && contentType !== undefined) {
    faults.push(ignored(source, `${where}: \`contentType\` has no effect beside a style`));
  }
  if (style !== undefined && !stylesIn.query.includes(style)) {
    faults.push(undefinedIn(source, `${where} has the style ${style}, which is none of a form`));
  }
  const types = contentType?.split(",") ?? [];
  const isObject = objectProperties(schema) !== undefined && !isStyled;
  if (isObject && types.length > 0 && !types.some((type) => mediaKind(type.trim()) === "json")) {
    const message = `${where}: an object is written as JSON, whatever ${contentType} is`;
    faults.push(undefinedIn(source, message));
  }
  return faults;
}

function isContentType(header: string): boolean {
  return header.toLowerCase() === "content-type";
}

function undefinedIn(source: Source, message: string): SerializationFault {
  return { code: "SERIALIZATION_UNDEFINED", message: `${message}.`, source };
}

function ignored(source: Source, message: string): SerializationFault {
  return { code: "SERIALIZATION_IGNORED", message: `${message}.`, source };
}
