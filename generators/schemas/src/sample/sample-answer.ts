// Creates sample responses of operations. Their values are JSON values.

import {
  bodyKind,
  type Contract,
  type HttpOperation,
  type MediaType,
  mediaTypeEssence,
  type Parameter,
  type Response,
  responseContent,
} from "@specwright/contract";
import { isJsonObject, type JsonValue, type Source } from "@specwright/spec-loader";
import { mayBeBody, type ReadingTypes, validExample } from "./has-formats.ts";
import { lastLink, lastPages } from "./last-page.ts";
import { inListedOrder } from "./listed-order.ts";
import { makeSample, type Sample, type SampleOptions } from "./sample-value.ts";

/** A sample response with JSON values. It is the type `SampledAnswer` of `@specwright/runtime/mocking`. */
export interface AnswerSample {
  readonly status: number | string;
  /** The status code to send, if `status` is a range or `default`. */
  readonly statusCode?: number;
  /** The media type of the body. It is only set if the response has several media types. */
  readonly contentType?: string;
  readonly headers?: { readonly [name: string]: JsonValue };
  /** The body. The items of a stream are an array, and a binary body is a string. */
  readonly body?: JsonValue;
}

/** A part of the document for which there is no sample. */
export interface Unsampled {
  readonly kind: Exclude<Sample["kind"], "made">;
  readonly what: string;
  readonly source: Source;
}

/** Options for `sampleAnswer`. */
export interface AnswerOptions extends Omit<SampleOptions, "reader"> {
  /** The status code of the response. Default: the first declared code for success. */
  readonly code?: number;
  /** The name of the example to return. If `code` is set, only the response with this code is searched. */
  readonly example?: string;
  /**
   * The media types that the client accepts, and the weight of each from 0 to 1. By default, the client
   * accepts all media types. A media type that is not in this list can be used for error responses.
   */
  readonly accept?: ReadonlyMap<string, number>;
  /**
   * Whether to choose the first response, media type and example in the order of the document. By default,
   * the order of the contract is used, which can differ.
   */
  readonly asListed?: boolean;
  /** Whether to omit optional headers. Default `false`. */
  readonly requiredHeadersOnly?: boolean;
}

/**
 * A sample response, or the part of the document that has no sample. Neither is set if the operation has no
 * such response or example, or if the client accepts none of its media types. In the second case, `offered`
 * lists the media types.
 */
export type SampledResponse =
  | { readonly answer: AnswerSample; readonly unsampled?: undefined }
  | { readonly answer?: undefined; readonly unsampled: Unsampled }
  | {
      readonly answer?: undefined;
      readonly unsampled?: undefined;
      readonly offered?: readonly string[];
    };

/**
 * Returns a sample response of an operation. It is the response with the status `code`, or otherwise the
 * first response for success that has a sample. If the contract was created by `splitDirections`, bodies
 * contain no `writeOnly` properties.
 */
export function sampleAnswer(
  written: HttpOperation,
  contract: Contract,
  options: AnswerOptions = {},
): SampledResponse {
  const { code, example, asListed = false } = options;
  const operation = asListed ? inListedOrder(written, contract) : written;
  const wanted =
    code === undefined ? bySuccess(operation.responses) : responsesOf(operation.responses, code);
  const offered: string[] = [];
  let first: Unsampled | undefined;
  for (const response of wanted) {
    // If a response for success has no sample, or no media type that the client accepts, an error response
    // must not replace it.
    if ((offered.length > 0 || first !== undefined) && !response.status.startsWith("2")) break;
    if (example !== undefined && !hasExample(operation, response, example)) continue;
    const content = contentOf(operation.method, response, options);
    if (content.length === 0 && contentOf(operation.method, response).length > 0) {
      offered.push(...response.content.map(({ mediaType }) => mediaType));
      continue;
    }
    const made = answerOf(operation, response, contract, options);
    if ("status" in made) return { answer: made };
    first ??= made;
  }
  if (first !== undefined) return { unsampled: first };
  return offered.length > 0 ? { offered: [...new Set(offered)] } : {};
}

/**
 * Sorts responses: first those for success, then the default response, then redirects, then the others.
 * Omits interim responses (1xx).
 */
function bySuccess(responses: readonly Response[]): readonly Response[] {
  const rank = ({ status }: Response): number => {
    if (status === "default") return 1;
    return { "2": 0, "3": 2 }[status[0] ?? ""] ?? 3;
  };
  return responses
    .filter(({ status }) => !status.startsWith("1"))
    .toSorted((a, b) => rank(a) - rank(b));
}

/**
 * Returns a list with the declared response for a status code. This is the response for the code itself,
 * otherwise the response for its range, otherwise the default response.
 */
function responsesOf(responses: readonly Response[], code: number): readonly Response[] {
  const names = [`${code}`, `${Math.floor(code / 100)}XX`, "default"];
  const found = names.flatMap((name) =>
    responses.filter(({ status }) => status.toUpperCase() === name.toUpperCase()),
  );
  return found.slice(0, 1);
}

function hasExample({ method }: HttpOperation, response: Response, name: string): boolean {
  return contentOf(method, response).some(({ examples }) =>
    examples.some((example) => example.name === name),
  );
}

/**
 * Returns the media types of a response that the client accepts. They are sorted by weight. With equal
 * weights, JSON is first.
 */
function contentOf(
  method: string,
  response: Response,
  { accept }: Pick<AnswerOptions, "accept"> = {},
): readonly MediaType[] {
  const content = method.toUpperCase() === "HEAD" ? [] : responseContent(response);
  const isJson = (media: MediaType): boolean => bodyKind(media) === "json";
  const sorted = content.toSorted((a, b) => Number(isJson(b)) - Number(isJson(a)));
  if (accept === undefined) return sorted;
  const wanted = ({ mediaType }: MediaType): number => accept.get(mediaType) ?? 0;
  const taken = sorted.filter((media) => wanted(media) > 0);
  if (taken.length === 0 && /^[45]/.test(response.status)) return sorted;
  return taken.toSorted((a, b) => wanted(b) - wanted(a));
}

function answerOf(
  operation: HttpOperation,
  response: Response,
  contract: Contract,
  options: AnswerOptions,
): AnswerSample | Unsampled {
  const headers: [string, JsonValue][] = [];
  for (const header of response.headers) {
    if (!header.required && options.requiredHeadersOnly === true) continue;
    const value = headerValue(header, contract, options);
    if (value.kind === "made") headers.push([header.name, value.value]);
    else if (header.required && value.kind !== "counted") {
      return { kind: value.kind, what: `the header ${header.name}`, source: header.source };
    }
  }
  const content = contentOf(operation.method, response, options);
  const { example } = options;
  const media =
    content.find(({ examples }) => examples.some(({ name }) => name === example)) ?? content[0];
  const head: AnswerSample = {
    ...statusOf(response, operation.responses, options.code),
    ...(headers.length > 0 && { headers: Object.fromEntries(headers) }),
  };
  if (media === undefined) return head;
  const body = bodyValue(media, contract, options);
  if (body.kind !== "made") {
    return { kind: body.kind, what: `a body of ${media.mediaType}`, source: media.source };
  }
  const isNamed =
    contentOf(operation.method, response).length > 1 && !media.mediaType.includes("*");
  const answer = { ...head, ...(isNamed && { contentType: media.mediaType }), body: body.value };
  const isAsked = media.examples.some(({ name }) => name === example);
  if (isAsked) return answer;
  const isProblem = mediaTypeEssence(media.mediaType) === "application/problem+json";
  const types: ReadingTypes = { contract, valueTypes: options.valueTypes };
  if (isProblem) return withOwnStatus(media, answer, types);
  return lastAnswer(operation, response, media, { answer, types });
}

/**
 * Sets the property `status` of a problem (RFC 9457) to the status code of the response, if the schema
 * allows this value.
 */
function withOwnStatus(media: MediaType, answer: AnswerSample, types: ReadingTypes): AnswerSample {
  const { status, statusCode = Number(status), body } = answer;
  if (body === undefined || !isJsonObject(body) || !Object.hasOwn(body, "status")) return answer;
  const problem = { ...body, status: statusCode };
  return mayBeBody(media, problem, types) ? { ...answer, body: problem } : answer;
}

/**
 * Converts a page of a list to the last page. A mock server has only one page, so clients must stop after
 * it.
 */
function lastAnswer(
  { pagination }: HttpOperation,
  response: Response,
  media: MediaType,
  { answer, types }: { readonly answer: AnswerSample; readonly types: ReadingTypes },
): AnswerSample {
  const { status, statusCode = Number(status), body, headers = {} } = answer;
  const isPage = statusCode >= 200 && statusCode < 300 && bodyKind(media) === "json";
  if (pagination === undefined || !isPage || body === undefined) return answer;
  if (pagination.kind !== "link" || pagination.next !== undefined) {
    const last = lastPages(pagination, body).find((each) => mayBeBody(media, each, types));
    return last === undefined ? answer : { ...answer, body: last };
  }
  const kept = Object.entries(headers).flatMap(([name, value]) => {
    const last = name.toLowerCase() === "link" ? lastLink(value) : undefined;
    if (last === undefined) return [[name, value] as const];
    const isRequired = response.headers.some((each) => each.name === name && each.required);
    return isRequired ? [[name, last] as const] : [];
  });
  return { ...answer, ...(answer.headers && { headers: Object.fromEntries(kept) }) };
}

function statusOf(
  { status }: Response,
  responses: readonly Response[],
  code: number | undefined,
): Pick<AnswerSample, "status" | "statusCode"> {
  if (/^\d+$/.test(status)) return { status: Number(status) };
  if (code !== undefined) return { status, statusCode: code };
  const others = new Set(responses.map((each) => each.status));
  const start = status === "default" ? 200 : Number(status[0]) * 100;
  let free = start;
  while (others.has(`${free}`)) free += 1;
  return { status, statusCode: free };
}

/** The headers that the server computes, so samples omit them. */
const counted = new Set(["content-length", "content-encoding", "transfer-encoding", "date"]);

function headerValue(
  header: Parameter,
  contract: Contract,
  options: AnswerOptions,
): Sample | { readonly kind: "counted" } {
  const { name, schema, content, examples } = header;
  if (counted.has(name.toLowerCase())) return { kind: "counted" };
  const [example] = examples;
  const own = schema ?? content?.schema;
  const made: Sample =
    example !== undefined
      ? { kind: "made", value: example.value }
      : own === undefined
        ? { kind: "made", value: "string" }
        : makeSample(own, contract, { ...options, reader: "response", maxValues: 5 });
  if (made.kind !== "made" || isSendable(made.value)) return made;
  return { kind: "unknown" };
}

function isSendable(value: JsonValue): boolean {
  if (typeof value === "string") return /^[!-~]([ -~]*[!-~])?$/.test(value);
  if (typeof value !== "object" || value === null) return value !== null;
  const members = Object.values(value);
  return members.length > 0 && members.every(isSendable);
}

/** The number of items in a sample of a stream. */
const ITEMS = 3;

function bodyValue(media: MediaType, contract: Contract, options: AnswerOptions): Sample {
  const sample = (schema: MediaType["schema"], name = ""): Sample =>
    schema === undefined
      ? { kind: "made", value: {} }
      : makeSample(schema, contract, { ...options, reader: "response", name });
  const kind = bodyKind(media);
  if (kind === "sequential") {
    const schema = media.items?.declaration?.schema;
    const items: JsonValue[] = [];
    for (let index = 0; index < ITEMS; index += 1) {
      const item = sample(schema, `item ${index}`);
      if (item.kind !== "made") return item;
      items.push(item.value);
    }
    return { kind: "made", value: items };
  }
  const example = media.examples.find(({ name }) => name === options.example);
  if (example !== undefined) return { kind: "made", value: example.value };
  if (kind === "bytes" || (kind === "text" && media.schema === undefined)) {
    const text = media.examples.find(({ value }) => typeof value === "string");
    return { kind: "made", value: text?.value ?? "sample" };
  }
  const schema = media.declaration?.schema ?? media.schema;
  const written =
    schema === undefined
      ? media.examples[0]
      : validExample(media, { contract, valueTypes: options.valueTypes });
  return written === undefined ? sample(schema) : { kind: "made", value: written.value };
}
