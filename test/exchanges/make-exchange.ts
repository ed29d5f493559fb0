// Makes requests and answers of operations from the schemas of their document.

import type { Declaration, HttpOperation, MediaType, Response } from "@specwright/contract";
import { responseContent } from "@specwright/emit-kit";
import type {
  Codec,
  FormDescriptor,
  MediaDescriptor,
  OperationDescriptor,
  ResponseDescriptor,
} from "@specwright/runtime/codegen";
import type { Random } from "../fuzz/generate/random.ts";
import { writeInstance } from "../fuzz/generate/write-instance.ts";
import type { SchemaDocuments } from "../fuzz/reference/schema-documents.ts";

/** What values are made from. */
export interface Making {
  readonly documents: SchemaDocuments;
  readonly random: Random;
  /** Reports whether a value can be sent. */
  readonly carries: (value: unknown) => boolean;
}

/** A request and its answer, as clients and handlers have them. */
export interface Exchange {
  readonly request: object;
  readonly answer: object;
}

/** Creates a request of an operation and an answer, or says why there is none. */
export function makeExchange(
  operation: HttpOperation,
  descriptor: OperationDescriptor,
  making: Making,
): Exchange | { readonly reason: string } {
  const request: Record<string, unknown> = {};
  const parts = { path: "path", query: "query", header: "headers", cookie: "cookies" } as const;
  for (const group of operation.parameterGroups) {
    if (group.in === "querystring") return { reason: "querystring" };
    const part = parts[group.in];
    const codec = descriptor.validators[part];
    if (codec === undefined) return { reason: "no validator" };
    const names = new Set(operation.parameters.map((parameter) => parameter.name));
    const value = makeValue(group.declaration, codec, making, (made) =>
      Object.entries(Object(made)).every(
        ([name, member]) =>
          names.has(name) && isSaid(member) && (part === "query" || isSendable(member)),
      ),
    );
    if (value === undefined) return { reason: `no ${part}` };
    request[part] = value;
  }
  const { requestBody, responses } = operation;
  // Not even an optional body can be sent with a GET by fetch.
  const takesBody = !["get", "head"].includes(operation.method.toLowerCase());
  if (
    requestBody !== undefined &&
    takesBody &&
    (requestBody.required || making.random.chance(70))
  ) {
    const media = making.random.pick(requestBody.content);
    const made = makeBody(media, descriptor.body?.content[media.mediaType], making);
    if (made === undefined) return { reason: `no body of ${media.mediaType}` };
    request["body"] = made;
    if (requestBody.content.length > 1) {
      if (media.mediaType.includes("*")) return { reason: "a range of media types" };
      request["contentType"] = media.mediaType;
    }
  }
  const response = making.random.pick(responses);
  const { status } = response;
  const isExact = /^\d+$/.test(status);
  if (isExact && (Number(status) < 200 || Number(status) === 304)) return { reason: "no body" };
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
  return { request, answer };
}

/** Returns a status of a range or of `default` that no other response takes. */
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

/** Creates the headers of a response; undefined if one that is required cannot be made. */
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
        : makeValue(declaration, codec, making, (each) => isSaid(each) && isSendable(each));
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

/** Creates a form: text in the place of a file is checked, and a file is sent. */
function makeForm(
  { declaration, mediaType }: MediaType,
  { codec, fields = {} }: FormDescriptor,
  making: Making,
): unknown {
  if (declaration === undefined || codec === undefined) return undefined;
  const value = makeValue(declaration, codec, making, (made) =>
    Object.entries(Object(made)).every(
      ([name, member]) => Object.hasOwn(fields, name) && (member === "" || isSaid(member)),
    ),
  );
  if (!isSaid(value) || typeof value !== "object" || value === null) return undefined;
  const members = Object.entries(value).map(([name, member]): readonly [string, unknown] => {
    if (!Object.hasOwn(fields, name) || fields[name]?.type !== "file") return [name, member];
    const bytes = Uint8Array.from([0, 13, 10, 255]);
    const isText = mediaType === "application/x-www-form-urlencoded";
    const file = isText ? bytes : new File([bytes], "a b.bin", { type: "x/y" });
    return [name, Array.isArray(member) ? member.map(() => file) : file];
  });
  return Object.fromEntries(members);
}

/** Creates a value that the codec accepts; undefined if none of several attempts is one. */
function makeValue(
  declaration: Declaration,
  codec: Codec<unknown>,
  making: Making,
  suits: (value: unknown) => boolean = () => true,
): unknown {
  const { schema } = declaration;
  const place = {
    file: schema.source.file,
    schema: schema.kind === "boolean" ? schema.value : schema.raw,
  };
  for (let attempt = 0; attempt < 40; attempt += 1) {
    try {
      const text = writeInstance(making.documents, place, making.random);
      // Our servers refuse NUL, which databases cannot store.
      if (text.includes("\\u0000")) continue;
      const value = codec.decode(text);
      if (suits(value) && making.carries(value)) return value;
    } catch (error) {
      // The generator knows no word boundaries and other parts of patterns.
      if (!(error instanceof Error)) throw error;
    }
  }
  return undefined;
}

/** Reports whether a value leaves a trace in a query or a form: null and what is empty do not. */
function isSaid(value: unknown): boolean {
  if (value === null || value === "") return false;
  const members = typeof value === "object" ? Object.values(value) : [value];
  return typeof value !== "object" || (members.length > 0 && members.every(isSaid));
}

/** Reports whether a value can be a header, a cookie or a part of a path. */
function isSendable(value: unknown): boolean {
  return (
    JSON.stringify(value, (_name, each) => (typeof each === "bigint" ? `${each}` : each))
      .slice(1)
      .match(/^[\w!#$%&'*+^`|~. {}:,[\]"-]*$/) !== null
  );
}
