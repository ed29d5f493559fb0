// Creates requests and responses of operations from the schemas of their document.

import {
  type Declaration,
  type HttpOperation,
  type MediaType,
  type Response,
  responseContent,
} from "@specwright/contract";
import { type Codec, stringifyJson } from "@specwright/runtime";
import type { OperationDescriptor, ResponseDescriptor } from "@specwright/runtime/codegen";
import type { FormDescriptor, FormField, MediaDescriptor } from "@specwright/runtime/transport";
import type { Random } from "../fuzz/generate/random.ts";
import { writeInstance } from "../fuzz/generate/write-instance.ts";
import type { SchemaDocuments } from "../fuzz/reference/schema-documents.ts";

/** The sources of values. */
export interface Making {
  readonly documents: SchemaDocuments;
  readonly random: Random;
  /** Reports whether a value can be sent. */
  readonly carries: (value: unknown) => boolean;
}

/** A request and its response, as clients and handlers see them. */
export interface Exchange {
  readonly request: object;
  readonly answer: object;
}

/** The reason why a value cannot be made. */
export interface Unmade {
  readonly reason: string;
}

/** Creates a request and a response of an operation, or returns why it cannot. */
export function makeExchange(
  operation: HttpOperation,
  descriptor: OperationDescriptor,
  making: Making,
): Exchange | Unmade {
  const request = makeRequest(operation, descriptor, making);
  if ("reason" in request) return request;
  const answer = makeAnswer(operation, descriptor, making);
  return "reason" in answer ? answer : { request, answer };
}

/** Creates a request of an operation, or returns why it cannot. */
export function makeRequest(
  operation: HttpOperation,
  descriptor: OperationDescriptor,
  making: Making,
): object | Unmade {
  const request: Record<string, unknown> = {};
  const parts = {
    path: "path",
    query: "query",
    querystring: "query",
    header: "headers",
    cookie: "cookies",
  } as const;
  for (const group of operation.parameterGroups) {
    const part = parts[group.in];
    const codec = descriptor.validators[part];
    if (codec === undefined) return { reason: "no validator" };
    const names = new Set(operation.parameters.map((parameter) => parameter.name));
    const value = makeValue(group.declaration, codec, making, {
      reduce: (made) => carriedMembers(made, (name) => names.has(name)),
      suits: (made) => part === "query" || Object.values(Object(made)).every(isSendable),
    });
    if (value === undefined) return { reason: `no ${part}` };
    request[part] = value;
  }
  const { requestBody } = operation;
  // fetch cannot send a body with GET, not even an optional one.
  const takesBody = !["get", "head"].includes(operation.method.toLowerCase());
  if (
    requestBody !== undefined &&
    takesBody &&
    (requestBody.required || making.random.chance(70))
  ) {
    const media = making.random.pick(requestBody.content);
    const made = makeBody(media, descriptor.body?.content[media.mediaType], making);
    if (made === undefined && requestBody.required) {
      return { reason: `no body of ${media.mediaType}` };
    }
    if (made !== undefined) request["body"] = made;
    if (made !== undefined && requestBody.content.length > 1) {
      if (media.mediaType.includes("*")) return { reason: "a range of media types" };
      request["contentType"] = media.mediaType;
    }
  }
  return request;
}

/** Creates an answer of one of the responses of an operation. */
function makeAnswer(
  operation: HttpOperation,
  descriptor: OperationDescriptor,
  making: Making,
): object | Unmade {
  const { responses } = operation;
  const response = making.random.pick(responses);
  const { status } = response;
  const isExact = /^\d+$/.test(status);
  if (isExact && Number(status) < 200) return { reason: "an interim status" };
  const code = isExact ? Number(status) : freeStatus(status, responses);
  if (code === undefined) return { reason: "no free status" };
  const answer: Record<string, unknown> = isExact ? { status: code } : { status, statusCode: code };
  const headers = makeHeaders(response, descriptor.responses[status], making);
  if (headers === undefined) return { reason: "no headers" };
  if (response.headers.length > 0) answer["headers"] = headers;
  const content = operation.method.toUpperCase() === "HEAD" ? [] : responseContent(response);
  if (content.length > 0) {
    const media = making.random.pick(content);
    if (media.mediaType.includes("*")) return { reason: "a range of media types" };
    const made = makeBody(media, descriptor.responses[status]?.content?.[media.mediaType], making);
    if (made === undefined) return { reason: `no answer of ${media.mediaType}` };
    answer["body"] = made;
    if (content.length > 1) answer["contentType"] = media.mediaType;
  }
  return answer;
}

/** Returns a status of a range, or of `default`, that no other response has. */
export function freeStatus(range: string, responses: readonly Response[]): number | undefined {
  const others = responses.map(({ status }) => status).filter((status) => status !== range);
  const classes = range === "default" ? [4, 5, 2] : [Number(range[0])];
  return classes
    .flatMap((digit) => [18, 33, 56].map((rest) => digit * 100 + rest))
    .find(
      (code) =>
        !others.some((other) => new RegExp(`^${other.replace(/X/gi, ".")}$`).test(`${code}`)),
    );
}

/** Creates the headers of a response; undefined if a required header cannot be created. */
function makeHeaders(
  { headers }: Response,
  descriptor: ResponseDescriptor | undefined,
  making: Making,
): object | undefined {
  const made: Record<string, unknown> = {};
  for (const header of headers) {
    const codec = descriptor?.headers?.find(({ name }) => name === header.name)?.codec;
    const { declaration } = header;
    const value =
      codec === undefined || declaration === undefined || making.random.chance(30)
        ? undefined
        : makeValue(declaration, codec, making, { reduce: withoutEmpty, suits: isSendable });
    if (value !== undefined) made[header.name] = value;
    else if (header.required) return undefined;
  }
  return made;
}

function makeBody(
  media: MediaType,
  descriptor: MediaDescriptor | undefined,
  making: Making,
): unknown {
  switch (descriptor?.kind) {
    case "json":
      return media.declaration === undefined
        ? { any: ["thing", 1] }
        : makeValue(media.declaration, descriptor.codec, making);
    case "text":
      if (media.declaration !== undefined && descriptor.codec !== undefined) {
        return makeValue(media.declaration, descriptor.codec, making);
      }
      return making.random.pick(["a\r\nb", "é中", " x "]);
    case "bytes":
      return Uint8Array.from([0, 13, 10, 255]);
    case "sequential": {
      const { items } = media;
      if (items?.declaration === undefined) return undefined;
      const value = makeValue(items.declaration, descriptor.codec, making);
      return value === undefined ? undefined : [value];
    }
    case "form":
      return makeForm(media, descriptor, making);
    default:
      return undefined;
  }
}

/** Creates a form. The codec checks text in place of a file, and the request has a file. */
function makeForm(
  { declaration, mediaType }: MediaType,
  { codec, fields = {} }: FormDescriptor,
  making: Making,
): unknown {
  if (declaration === undefined || codec === undefined) return undefined;
  const isFile = (name: string): boolean =>
    Object.hasOwn(fields, name) && fields[name]?.type === "file";
  const value = makeValue(declaration, codec, making, {
    reduce: (made) => ({
      ...carriedMembers(made, (name) => Object.hasOwn(fields, name) && !isFile(name)),
      ...Object.fromEntries(
        Object.entries(Object(made)).filter(([name, member]) => isFile(name) && hasFiles(member)),
      ),
    }),
    suits: (made) => Object.keys(Object(made)).length > 0,
  });
  if (typeof value !== "object" || value === null) return undefined;
  const members = Object.entries(value).map(([name, member]): readonly [string, unknown] => {
    if (!isFile(name)) return [name, member];
    const bytes = Uint8Array.from([0, 13, 10, 255]);
    const isText = mediaType === "application/x-www-form-urlencoded";
    const file = isText ? bytes : new File([bytes], "a b.bin", { type: typeFor(fields[name]) });
    return [name, Array.isArray(member) ? member.map(() => file) : file];
  });
  return Object.fromEntries(members);
}

/** Returns a media type that a field accepts. */
function typeFor({ contentType = "x/y" }: Pick<FormField, "contentType"> = {}): string {
  const [first = ""] = contentType.split(",");
  return first.trim().replaceAll("*", "x");
}

/** Reports whether the placeholder of a member for files represents at least one file. */
function hasFiles(member: unknown): boolean {
  return member !== null && (!Array.isArray(member) || member.length > 0);
}

interface MakeValueOptions {
  /** Removes the parts that the place of the value cannot carry. */
  readonly reduce?: (value: unknown) => unknown;
  readonly suits?: (value: unknown) => boolean;
}

/** Creates a value that the codec accepts; undefined after several failed attempts. */
function makeValue(
  declaration: Declaration,
  codec: Codec<unknown>,
  { documents, random, carries }: Making,
  { reduce, suits = () => true }: MakeValueOptions = {},
): unknown {
  const { schema } = declaration;
  const { file, pointer } = schema.source;
  const written = schema.kind === "boolean" ? schema.value : schema.raw;
  // By reference, so that the tag of the component is known.
  const isComponent = pointer.startsWith("/components/schemas/");
  const place = { file, schema: isComponent ? { $ref: `#${pointer}` } : written };
  for (let attempt = 0; attempt < 60; attempt += 1) {
    try {
      const text = writeInstance(documents, place, random, { openAsText: reduce !== undefined });
      // Our servers refuse NUL, because databases cannot store it.
      if (text.includes("\\u0000")) continue;
      const made = codec.decode(text);
      const value = reduce === undefined ? made : codec.decode(stringifyJson(reduce(made)));
      if (suits(value) && carries(value)) return value;
    } catch (error) {
      // The generator does not support word boundaries and some other parts of patterns.
      if (!(error instanceof Error)) throw error;
    }
  }
  return undefined;
}

/**
 * Returns the members of an object that pass a test, without the parts that a query or form cannot carry.
 */
function carriedMembers(value: unknown, isKept: (name: string) => boolean): object {
  const members = Object.entries(Object(value))
    .filter(([name]) => isKept(name))
    .map(([name, member]) => [name, withoutEmpty(member)] as const);
  return Object.fromEntries(members.filter(([, member]) => member !== undefined));
}

/** Removes the parts that a query or form cannot carry: null and empty values. */
function withoutEmpty(value: unknown): unknown {
  if (value === null || value === "") return undefined;
  if (typeof value !== "object") return value;
  const kept = Array.isArray(value)
    ? value.map(withoutEmpty).filter((item) => item !== undefined)
    : carriedMembers(value, () => true);
  return Object.keys(kept).length === 0 ? undefined : kept;
}

/** Reports whether a value fits into a header, a cookie or a path. */
function isSendable(value: unknown): boolean {
  const text = JSON.stringify(value, (_name, each) =>
    typeof each === "bigint" ? `${each}` : each,
  );
  return /^[\w!#$%&'*+^`|~. {}:,[\]"-]*$/.test(text.slice(1));
}
