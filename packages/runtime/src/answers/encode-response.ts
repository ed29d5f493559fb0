// Encodes a handler's answer and validates it against the documented responses, so that the server never
// sends an undocumented response.

import { textToSend } from "../bodies/any-body.ts";
import { writeStyled } from "../bodies/styled-body.ts";
import type {
  EncodedBody,
  FormDescriptor,
  MediaDescriptor,
  PartsDescriptor,
} from "../codegen/body.ts";
import type {
  OperationDescriptor,
  ResponseDescriptor,
  ResponseParts,
} from "../codegen/operation.ts";
import type { HeaderDescriptor } from "../codegen/parameter.ts";
import { CodecError, issueSummary } from "../errors/codec-error.ts";
import { stringifyJson } from "../json/stringify-json.ts";
import { charsetOf, findMediaType, isJsonType } from "../media/media-type.ts";
import { encodeHeaders } from "../parameters/header.ts";
import { encodeText } from "../text/strings.ts";
import { encodeItems } from "./encode-items.ts";
import { declaredOnly, type Undeclared } from "./leave-out.ts";
import { declaredFields } from "./leave-out-fields.ts";

/** An answer that is ready to be sent. */
export interface EncodedResponse {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | Uint8Array | ReadableStream | undefined;
  /**
   * Set for a body that is produced over time. The head of the response is then sent at once. A server that
   * shuts down does not wait for an `endless` body.
   */
  readonly live?: "finite" | "endless";
}

/**
 * Thrown for an answer that the contract does not document. The client gets a 500, because this is
 * an error of the server.
 */
export class UndocumentedResponse extends Error {
  override readonly name: string = "UndocumentedResponse";
  readonly code = "undocumented_response";
}

/**
 * Validates and encodes an answer. `undeclared` chooses the handling of members of the body that
 * the contract does not declare.
 *
 * @throws UndocumentedResponse, CodecError or ParameterError
 */
export function encodeResponse(
  operation: OperationDescriptor,
  parts: unknown,
  undeclared: Undeclared = "keep",
): EncodedResponse {
  if (!isResponse(parts)) throw undocumentedResponse(operation, "a value that is not a response");
  const { responses } = operation;
  const key = `${parts.status}`;
  const descriptor = Object.hasOwn(responses, key) ? responses[key] : undefined;
  if (descriptor === undefined) throw undocumentedResponse(operation, `status ${parts.status}`);
  const status = responseStatus(operation, parts);
  const headers = answerHeaders(operation, descriptor, parts);
  if (parts.body === undefined && Object.keys(descriptor.content ?? {}).length === 0) {
    return { status, headers, body: undefined };
  }
  const picked = pickMedia(operation, descriptor, parts);
  const { type, media } = picked;
  if (media.kind === "form" || media.kind === "parts") {
    const { body, contentType, once } = encodeParts(operation, media, type, parts.body, undeclared);
    return {
      status,
      headers: [...headers, ["content-type", contentType]],
      body: body instanceof Blob ? body.stream() : streamOrText(body),
      ...(once && { live: "finite" }),
    };
  }
  const body = encodeBody(operation, picked, parts.body, undeclared);
  const fields: EncodedResponse["headers"] = [...headers, ["content-type", type]];
  if (media.kind !== "sequential") return { status, headers: fields, body };
  const live = media.format.keepAlive === undefined ? "finite" : "endless";
  return { status, headers: [...fields, ["cache-control", "no-cache"]], body, live };
}

function isResponse(value: unknown): value is ResponseParts {
  return typeof value === "object" && value !== null && "status" in value;
}

function responseStatus(operation: OperationDescriptor, parts: ResponseParts): number {
  if (typeof parts.status === "number") return parts.status;
  const { statusCode } = parts;
  const isInRange = parts.status === "default" || `${statusCode}`[0] === parts.status[0];
  const isStatus = statusCode !== undefined && statusCode >= 200 && statusCode <= 599;
  if (!Number.isInteger(statusCode) || !isStatus || !isInRange) {
    throw undocumentedResponse(operation, `status code ${statusCode} for ${parts.status}`);
  }
  return statusCode;
}

const NO_HEADERS: EncodedResponse["headers"] = [];

function answerHeaders(
  operation: OperationDescriptor,
  descriptor: ResponseDescriptor,
  parts: ResponseParts,
): readonly (readonly [name: string, value: string])[] {
  const { headers: documented = [] } = descriptor;
  const given = parts.headers ?? {};
  for (const name of Object.keys(given)) {
    if (!documented.some((header) => header.name === name)) {
      throw undocumentedResponse(operation, `header ${name}`);
    }
  }
  // The server itself adds most documented headers, and few handlers return headers.
  const present = documented.filter(({ name }) => Object.hasOwn(given, name));
  for (const header of present) checkHeader(operation, header, given);
  const encoded =
    present.length === 0 ? NO_HEADERS : encodePresent(present, wireForm(present, given));
  for (const header of documented) {
    if (header.required && !encoded.some(([name]) => name === header.name)) {
      throw undocumentedResponse(operation, `status ${parts.status} without header ${header.name}`);
    }
  }
  return encoded;
}

/** Encodes headers; each cookie of a list has its own line (RFC 6265, section 3). */
function encodePresent(
  present: readonly HeaderDescriptor[],
  values: object,
): EncodedResponse["headers"] {
  return present.flatMap((header) => {
    const { array, one, ...cookie } = header;
    const value: unknown = Reflect.get(values, header.name);
    if (header.name.toLowerCase() !== "set-cookie" || !Array.isArray(value)) {
      return encodeHeaders([header], values);
    }
    return value.flatMap((each: unknown) => encodeHeaders([cookie], { [header.name]: each }));
  });
}

/** Returns the values of headers in their JSON form, from which their texts are made. */
function wireForm(headers: readonly HeaderDescriptor[], given: object): object {
  if (headers.every(({ codec }) => codec?.toWire === undefined)) return given;
  const values = headers.map(({ name, codec }): [string, unknown] => {
    const value: unknown = Reflect.get(given, name);
    return [name, codec?.toWire === undefined ? value : codec.toWire(value)];
  });
  return Object.fromEntries(values);
}

function checkHeader(
  operation: OperationDescriptor,
  { name, codec }: HeaderDescriptor,
  given: object,
): void {
  const value: unknown = Reflect.get(given, name);
  if (codec === undefined || value === undefined) return;
  try {
    if (codec.parseWritten === undefined) codec.parse(value);
    else codec.parseWritten(value);
  } catch (cause) {
    if (!(cause instanceof CodecError)) throw cause;
    const message = `header ${name} with an invalid value: ${issueSummary(cause.issues)}`;
    throw undocumentedResponse(operation, message, { cause });
  }
}

function pickMedia(
  operation: OperationDescriptor,
  descriptor: ResponseDescriptor,
  parts: ResponseParts,
): PickedMedia {
  const { content = {} } = descriptor;
  const { body } = parts;
  const wanted =
    parts.contentType ?? (body instanceof Blob && body.type !== "" ? body.type : undefined);
  if (wanted !== undefined) {
    const picked = findMediaType(content, wanted);
    if (picked !== undefined) return { type: wanted, media: picked.media };
  } else {
    const first = firstMedia(content);
    if (first !== undefined) return first;
  }
  throw undocumentedResponse(
    operation,
    `a body of ${wanted ?? "any type"} for status ${parts.status}`,
  );
}

interface PickedMedia {
  readonly type: string;
  readonly media: MediaDescriptor;
}

const firstMedias = new WeakMap<object, PickedMedia>();

/** Returns the first documented media type. Used if the body does not name a media type. */
function firstMedia(content: Readonly<Record<string, MediaDescriptor>>): PickedMedia | undefined {
  const known = firstMedias.get(content);
  if (known !== undefined) return known;
  const [first] = Object.entries(content);
  if (first === undefined) return undefined;
  const [type, media] = first;
  const picked = { type: type.includes("*") ? fallbackType(media) : type, media };
  firstMedias.set(content, picked);
  return picked;
}

function fallbackType(media: MediaDescriptor): string {
  if (media.kind === "parts") return "multipart/mixed";
  if (media.kind === "json") return "application/json";
  if (media.kind === "sequential") return "application/jsonl";
  return media.kind === "text" ? "text/plain; charset=utf-8" : "application/octet-stream";
}

function encodeBody(
  operation: OperationDescriptor,
  { type, media }: PickedMedia,
  body: unknown,
  undeclared: Undeclared,
): string | Uint8Array | ReadableStream {
  if (media.kind === "json" || media.kind === "xml")
    return media.codec.encode(declaredOnly(media.codec, body, undeclared));
  if (media.kind === "text" && (typeof body === "string" || media.codec?.toWire !== undefined)) {
    const written = textToSend(media, body, true);
    const text = encodeText(isJsonType(type) ? stringifyJson(written) : written, charsetOf(type));
    if (text !== undefined) return text;
    throw undocumentedResponse(operation, `characters that ${type} cannot encode`);
  }
  if (media.kind === "sequential" && isIterable(body)) return encodeItems(media, body, undeclared);
  if (media.kind === "bytes") {
    if (body instanceof Uint8Array) return body;
    if (body instanceof Blob) return body.stream();
    if (body instanceof ReadableStream) return body;
  }
  throw undocumentedResponse(operation, `a body that is not ${media.kind}`);
}

function encodeParts(
  operation: OperationDescriptor,
  media: FormDescriptor | PartsDescriptor,
  type: string,
  body: unknown,
  undeclared: Undeclared,
): EncodedBody {
  if (typeof body !== "object" || body === null || body instanceof FormData) {
    throw undocumentedResponse(operation, `a body that is not ${media.kind}`);
  }
  const declared = declaredFields(media, body, undeclared);
  return media.kind === "form"
    ? writeStyled(media, declared, type, true)
    : media.format.write(media, declared, type, true);
}

/** Returns the body that an encoder has written. The body must be a text or a stream. */
function streamOrText(body: EncodedBody["body"]): string | ReadableStream {
  if (typeof body === "string" || body instanceof ReadableStream) return body;
  throw new TypeError("an encoder returned a body of an unsupported type");
}

function isIterable(value: unknown): value is AsyncIterable<unknown> | Iterable<unknown> {
  if (typeof value !== "object" || value === null) return false;
  return Symbol.asyncIterator in value || Symbol.iterator in value;
}

function undocumentedResponse(
  operation: OperationDescriptor,
  what: string,
  options: ErrorOptions = {},
): UndocumentedResponse {
  const message = `${operation.id} answered with ${what}, which is not documented`;
  return new UndocumentedResponse(message, options);
}
