// Converts the response of fetch to a documented response. An undocumented response is thrown as an
// error or returned, depending on the validation mode.

import {
  type Codec,
  CodecError,
  isProblem,
  issueSummary,
  JsonError,
  type ProblemIssue,
  parseJson,
  type ReceivedAnswer,
  type ResponseParts,
  type RestError,
  type RestErrorCode,
  type RestErrorOptions,
} from "@specwright/runtime";
import type { OperationDescriptor, ResponseDescriptor } from "@specwright/runtime/codegen";
import {
  charsetOf,
  type DecodedParameters,
  decodeUtf8,
  errorWords,
  findMediaType,
  type ItemSource,
  isJsonType,
  type MediaDescriptor,
  mediaTypeEssence,
  type Resumption,
  type SequentialDescriptor,
  withoutByteOrderMark,
} from "@specwright/runtime/transport";
import { callError, lostConnection } from "./call-error.ts";
import type { Checking } from "./checking.ts";
import { discardBody } from "./discard-body.ts";
import { findResponse } from "./find-response.ts";
import { keepItemIssues } from "./received.ts";
import { receivedBody, textOf } from "./received-body.ts";

const EXCERPT_BYTES = 200;

/** The settings with which a response is read. */
export interface ReadSettings {
  /** The maximum size of a body, or of an item of a body, in bytes. */
  readonly maxBytes: number;
  readonly checking: Checking<NonNullable<OperationDescriptor["validation"]>["response"]>;
  readonly resumption: Resumption;
}

/**
 * Reads a response by status and content type. If the contract does not allow the response, throws
 * `RestError` in the mode `error`, and resolves with the response in other modes.
 */
export async function readResponse(
  operation: OperationDescriptor,
  response: Response,
  { maxBytes, checking: { mode, issues, report }, resumption }: ReadSettings,
): Promise<ResponseParts | ReceivedAnswer> {
  const { status } = response;
  const tolerance = typeof mode === "object" ? mode : undefined;
  const isStrict = mode === "error" || tolerance !== undefined;
  // An issue that points into the value of a header, not at the header itself, means that the value was not
  // decoded.
  const isRefused = (issue: ProblemIssue): boolean =>
    isStrict && !(tolerance?.isTolerated(issue) === true && issue.pointer.lastIndexOf("/") === 0);
  const contentType = response.headers.get("content-type") ?? "";
  const found = findResponse(operation, status);
  if (found === undefined) {
    return await undocumented("unexpected_status", `status ${status} is not documented`);
  }
  const { key, descriptor } = found;
  const { content = {} } = descriptor;
  const isBare = Object.keys(content).length === 0 || operation.method === "HEAD";
  const picked = isBare ? undefined : findMediaType(content, contentType);
  if (!isBare && picked === undefined) {
    const shown = mediaTypeEssence(contentType).slice(0, 100) || "none";
    return await undocumented(
      "unexpected_content_type",
      `content type ${shown} is not documented for status ${status}`,
    );
  }
  const { values, issues: headerIssues = [] } = readHeaders(operation, descriptor, response);
  add(headerIssues);
  const refused = headerIssues.filter(isRefused);
  if (refused.length > 0) {
    const message = `headers: ${issueSummary(refused)}`;
    // The body of a stream is not read here, because it may never end.
    if (picked?.media.kind !== "sequential") return await refuse("invalid_response", message);
    await discardBody(response);
    throw fail("invalid_response", message);
  }
  if (isBare && !isStrict) {
    const bytes = await readWhole();
    if (bytes.byteLength > 0) {
      note("unexpected_body", `status ${status} is documented without a body`);
      return received(receivedBody(contentType, bytes));
    }
  }
  const itemSource: ItemSource = {
    response,
    maxBytes,
    resumption: operation.method === "GET" ? resumption : { ...resumption, wanted: false },
    error: fail,
  };
  const body = picked === undefined ? await discardBody(response) : await readBody(picked.media);
  if (typeof body === "object" && body !== null) keepItemIssues(body, issues);
  return {
    ...(/^\d+$/.test(key) ? { status } : { status: key, statusCode: status }),
    ...(values === undefined ? {} : { headers: values }),
    ...(picked === undefined
      ? {}
      : { ...offeredMediaType(content, picked.documented, contentType), body }),
  };

  async function readBody(kind: MediaDescriptor): Promise<unknown> {
    switch (kind.kind) {
      case "sequential":
        return readItems(kind);
      case "form":
      case "parts": {
        const receive = kind.kind === "form" ? kind.receive : kind.format.receive;
        if (receive === undefined)
          return await response.formData().catch((cause) => {
            throw lostConnection(operation, cause);
          });
        return await receive(kind, { ...itemSource, contentType, bytes: readWhole, judge });
      }
      case "text": {
        const bytes = await readWhole();
        // A range such as `*/*` includes JSON, so its body may be JSON.
        const value = isJsonType(contentType) ? receivedBody(contentType, bytes) : undefined;
        const text = typeof value === "string" ? value : textOf(bytes, charsetOf(contentType));
        return kind.codec === undefined ? text : decoded(kind.codec, JSON.stringify(text));
      }
      case "bytes":
        return await readWhole();
      // JSON and XML.
      default:
        return decoded(kind.codec, withoutByteOrderMark(await readWhole()));
    }
  }

  /** Returns the items of a body. Each item is read when the caller asks for it. */
  function readItems({ format, codec }: SequentialDescriptor): AsyncIterable<unknown> {
    const tolerant = {
      decode(text: string | Uint8Array): unknown {
        issues.length = 0;
        const item = isStrict ? tolerated(codec, text) : decoded(codec, text);
        report([...issues]);
        return item;
      },
    };
    return format.read(mode === "error" ? codec : tolerant, itemSource);
  }

  /** Receives the issues of parts. Throws if the caller rejects invalid parts. */
  function judge(found: readonly ProblemIssue[], body: unknown, isLate = false): void {
    if (isLate) issues.length = 0;
    add(found);
    if (isLate) report([...issues]);
    // Issues of parts are never tolerated: a part with an issue is not decoded, so further issues may be
    // unknown.
    if (isStrict && found.length > 0) {
      throw fail("invalid_response", issueSummary(found), { answer: received(body) });
    }
  }

  function decoded(codec: Codec<unknown>, bytes: string | Uint8Array): unknown {
    if (mode === "off") return readUnchecked(codec, bytes);
    try {
      return tolerated(codec, bytes);
    } catch (cause) {
      if (!(cause instanceof CodecError)) throw cause;
      add(cause.issues);
      const body = readUnchecked(codec, bytes);
      if (!isStrict) return body;
      throw fail("invalid_response", issueSummary(cause.issues), {
        cause,
        excerpt: typeof bytes === "string" ? bytes.slice(0, EXCERPT_BYTES) : bodyExcerpt(bytes),
        answer: received(body),
      });
    }
  }

  /**
   * Decodes a text. If the contract's settings only report the issues of the text, returns the value
   * without a check.
   */
  function tolerated(codec: Codec<unknown>, bytes: string | Uint8Array): unknown {
    try {
      return codec.decode(bytes);
    } catch (cause) {
      const isTold = cause instanceof CodecError && cause.code === "decode";
      if (tolerance === undefined || !isTold) throw cause;
      const body = readUnchecked(codec, bytes);
      const found = tolerance.tolerate(codec, bytes, body);
      if (found === undefined) throw cause;
      add(found);
      return body;
    }
  }

  function add(found: readonly ProblemIssue[]): void {
    if (mode !== "off")
      issues.push(...found.map((issue) => ({ of: "response", ...issue }) as const));
  }

  function note(code: string, message: string): void {
    add([{ code, pointer: "", message }]);
  }

  function fail(code: RestErrorCode, message: string, details?: RestErrorOptions): RestError {
    return callError(operation, code, message, { ...details, status });
  }

  function received(body: unknown): ReceivedAnswer {
    const headers = Object.fromEntries(response.headers);
    return { documented: false, status, headers, contentType, body, issues };
  }

  async function undocumented(code: RestErrorCode, message: string): Promise<ReceivedAnswer> {
    note(code, message);
    return await refuse(code, message);
  }

  /**
   * Reads any answer. Throws an error with this answer if the mode is `error`, and otherwise returns the
   * answer.
   */
  async function refuse(code: RestErrorCode, message: string): Promise<ReceivedAnswer> {
    const { bytes, isWhole } = await readUpTo();
    const body = receivedBody(contentType, bytes);
    const answer = isWhole ? received(body) : undefined;
    if (answer !== undefined && !isStrict) return answer;
    const problem =
      mediaTypeEssence(contentType) === "application/problem+json" && isProblem(body)
        ? body
        : undefined;
    // The error text is read only from error responses: in a successful response, the same members may
    // contain personal data.
    const words = errorWords(status >= 400 && body);
    throw fail(code, message + words, { excerpt: bodyExcerpt(bytes), problem, answer });
  }

  async function readWhole(): Promise<Uint8Array<ArrayBuffer>> {
    const { bytes, isWhole } = await readUpTo();
    if (isWhole) return bytes;
    const details = { excerpt: bodyExcerpt(bytes) };
    throw fail("invalid_response", `the body is over ${maxBytes} bytes`, details);
  }

  async function readUpTo(): Promise<ReadBody> {
    if (response.bodyUsed) {
      throw fail("invalid_response", "the body was already read; read a clone() instead");
    }
    try {
      return await readChunks(response, maxBytes, resumption.signal);
    } catch (cause) {
      throw lostConnection(operation, cause);
    }
  }
}

/**
 * Reads a body to decoded form, even if it does not match its schema. A text that is not JSON is returned
 * unchanged.
 */
function readUnchecked(codec: Codec<unknown>, bytes: string | Uint8Array): unknown {
  try {
    return codec.unchecked === undefined ? parseJson(bytes) : codec.unchecked.read(bytes, {});
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    return typeof bytes === "string" ? bytes : textOf(bytes);
  }
}

/** Returns the media type if the contract offers several types; otherwise nothing. */
function offeredMediaType(
  content: object,
  documented: string,
  actual: string,
): { readonly contentType?: string } {
  if (Object.keys(content).length < 2) return {};
  return { contentType: documented.includes("*") ? actual : documented };
}

/** Reads the documented headers. A header with an issue keeps its received text. */
function readHeaders(
  operation: OperationDescriptor,
  { headers: documented = [] }: ResponseDescriptor,
  { headers }: Response,
): Partial<DecodedParameters> {
  if (documented.length === 0) return {};
  const { readHeaders } = operation;
  if (readHeaders !== undefined) return readHeaders(documented, [...headers].flat());
  throw callError(operation, "invalid_response", "the descriptor has no headers decoder");
}

/** The bytes of a body, and whether the body is complete. */
interface ReadBody {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly isWhole: boolean;
}

async function readChunks(
  response: Response,
  maxBytes: number,
  signal: AbortSignal,
): Promise<ReadBody> {
  // React Native has no streams.
  const chunks = response.body ? [] : [new Uint8Array(await response.arrayBuffer())];
  let size = chunks[0]?.byteLength ?? 0;
  const reader = response.body?.getReader();
  // A `fetch` function of the caller may ignore the signal, and reading its body would never end.
  const cancel = (): void => void reader?.cancel().catch(() => {});
  signal.addEventListener("abort", cancel);
  try {
    for (let read = await reader?.read(); read?.value !== undefined; read = await reader?.read()) {
      chunks.push(read.value);
      size += read.value.byteLength;
      if (size > maxBytes) {
        cancel();
        break;
      }
    }
  } finally {
    signal.removeEventListener("abort", cancel);
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return { bytes: bytes.subarray(0, maxBytes), isWhole: size <= maxBytes };
}

function bodyExcerpt(bytes: Uint8Array): string {
  return decodeUtf8(bytes.subarray(0, EXCERPT_BYTES));
}
