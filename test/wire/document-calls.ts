// Calls every operation of a document from its generated client to its generated server, with
// requests and answers made from the schemas, and compares what arrives with what was given.

import { isDeepStrictEqual } from "node:util";
import type {
  Contract,
  Declaration,
  HttpOperation,
  MediaType,
  Response,
} from "@specwright/contract";
import { restTransport } from "@specwright/rest-client";
import { createRestServer } from "@specwright/rest-server";
import { memberOf } from "@specwright/runtime";
import type {
  Codec,
  FormDescriptor,
  MediaDescriptor,
  OperationDescriptor,
  ResponseDescriptor,
} from "@specwright/runtime/codegen";
import { type Random, seededRandom } from "../fuzz/generate/random.ts";
import { writeInstance } from "../fuzz/generate/write-instance.ts";
import type { SchemaDocuments } from "../fuzz/reference/schema-documents.ts";

/** What the calls of a document showed. */
export interface CallReport {
  readonly operations: number;
  /** Exchanges in which everything arrived as it was given. */
  readonly exact: number;
  /** Exchanges for which no request or answer could be made, by reason. */
  readonly skipped: ReadonlyMap<string, number>;
  /** Exchanges that failed or altered something. */
  readonly wrong: readonly string[];
}

/** The generated code of a document. */
export interface GeneratedDocument {
  readonly contract: Contract;
  readonly operations: ReadonlyMap<string, OperationDescriptor>;
  readonly documents: SchemaDocuments;
}

/** Calls every operation several times. */
export async function callDocument(
  { contract, operations, documents }: GeneratedDocument,
  rounds: number,
): Promise<CallReport> {
  const wrong: string[] = [];
  const skipped = new Map<string, number>();
  let exact = 0;
  let received: unknown;
  let answer: unknown;
  // Some documents tell operations apart by fragments of the path, which no server can.
  const all = [
    ...new Map(
      [...operations.values()]
        .toReversed()
        .map((operation) => [
          `${operation.method} ${operation.path}`,
          { ...operation, security: [] },
        ]),
    ).values(),
  ];
  const handle = (request: unknown): unknown => {
    received = request;
    return answer;
  };
  const app = createRestServer({
    operations: all,
    handlers: Object.fromEntries(all.map(({ id, name = id }) => [name, handle])),
    renderProblem: false,
    limits: { connectionsPerAddress: 1000, targetBytes: 15_000 },
  });
  const baseUrl = await app.listen({ host: "127.0.0.1", port: 0 });
  const transport = restTransport({ baseUrl, retry: { retries: 0 } });
  for (const operation of contract.operations) {
    const descriptor = all.find(({ id }) => id === operation.id);
    if (descriptor === undefined) continue;
    for (let round = 0; round < rounds; round += 1) {
      const making = { documents, random: seededRandom(round * 7919 + operation.id.length) };
      const given = makeExchange(operation, descriptor, making);
      if ("reason" in given) {
        skipped.set(given.reason, (skipped.get(given.reason) ?? 0) + 1);
        continue;
      }
      received = undefined;
      answer = given.answer;
      const got = await transport
        .call(descriptor, given.request, { reconnect: false, timeoutMs: 10_000 })
        .then(comparable, (error: unknown) => error);
      if (memberOf(got, "code") === "invalid_request") {
        // Nothing was sent: the document allows a value that its style has no text for.
        skipped.set("refused", (skipped.get("refused") ?? 0) + 1);
        continue;
      }
      const sent = await comparable(received);
      const difference =
        (got instanceof Error ? failure(got, given.request) : undefined) ??
        firstDifference(await comparable(given.request), sent, "request") ??
        firstDifference(await comparable(given.answer), got, "answer");
      if (difference === undefined) exact += 1;
      else wrong.push(`${operation.id} (${round}): ${difference}`);
    }
  }
  await app.close();
  return { operations: contract.operations.length, exact, skipped, wrong };
}

interface Making {
  readonly documents: SchemaDocuments;
  readonly random: Random;
}

interface Exchange {
  readonly request: object;
  readonly answer: object;
}

function makeExchange(
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
  const code = status === "default" ? 418 : Number(status[0]) * 100 + 18;
  const taken = responses.some(
    (each) =>
      each.status === `${code}` || (each.status[0] === `${code}`[0] && status === "default"),
  );
  if (!isExact && taken) return { reason: "a range that others take" };
  const answer: Record<string, unknown> = isExact
    ? { status: Number(status) }
    : { status, statusCode: code };
  const headers = makeHeaders(response, descriptor.responses[status], making);
  if (headers === undefined) return { reason: "no headers" };
  if (response.headers.length > 0) answer["headers"] = headers;
  if (operation.method.toUpperCase() !== "HEAD" && response.content.length > 0) {
    if (status === "204" || status === "205") return { reason: "a body of 204" };
    const media = making.random.pick(response.content);
    if (media.mediaType.includes("*")) return { reason: "a range of media types" };
    const made = makeBody(media, descriptor.responses[status]?.content?.[media.mediaType], making);
    if (made === undefined) return { reason: `no answer of ${media.mediaType}` };
    answer["body"] = made;
    if (response.content.length > 1) answer["contentType"] = media.mediaType;
  }
  return { request, answer };
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
      if (suits(value)) return value;
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

/** Reads streams and files, so that values can be compared. */
async function comparable(value: unknown): Promise<unknown> {
  if (value instanceof Blob) {
    return { bytes: [...new Uint8Array(await value.arrayBuffer())], type: value.type };
  }
  if (value instanceof Uint8Array) return [...value];
  if (Array.isArray(value)) return await Promise.all(value.map(comparable));
  // JSON.stringify writes -0 as 0.
  if (value === 0) return 0;
  if (typeof value !== "object" || value === null) return value;
  if (Symbol.asyncIterator in value) {
    const items: unknown[] = [];
    for await (const item of value as AsyncIterable<unknown>) items.push(await comparable(item));
    return items;
  }
  const members = await Promise.all(
    Object.entries(value).map(async ([name, member]) => [name, await comparable(member)] as const),
  );
  return Object.fromEntries(members.filter(([, member]) => member !== undefined));
}

function failure(error: Error, request: object): string {
  const details = [memberOf(error, "excerpt"), memberOf(error.cause, "message")];
  return `${error.message} ${details.filter((each) => each !== undefined).join("; ")} of ${shown(request)}`;
}

function firstDifference(want: unknown, got: unknown, path: string): string | undefined {
  if (isDeepStrictEqual(want, got)) return undefined;
  const isPlain = (value: unknown): value is object => typeof value === "object" && value !== null;
  if (isPlain(want) && isPlain(got) && Array.isArray(want) === Array.isArray(got)) {
    for (const name of new Set([...Object.keys(want), ...Object.keys(got)])) {
      const [left, right] = [memberOf(want, name), memberOf(got, name)];
      const found = firstDifference(left, right, `${path}/${name}`);
      if (found !== undefined) return found;
    }
  }
  return `${path}: ${shown(want)} became ${shown(got)}`;
}

function shown(value: unknown): string {
  const text = JSON.stringify(value, (_key, each) =>
    typeof each === "bigint" ? `${each}n` : each,
  );
  return (text ?? "nothing").slice(0, 300);
}
