// Converts the response of fetch to a documented response. If it is none, throws an error that
// contains what was received, or returns that instead, as the caller wishes.

import {
  CodecError,
  type ContractIssue,
  charsetOf,
  findMediaType,
  isProblem,
  mediaTypeEssence,
  type Problem,
  type ProblemIssue,
  parseJson,
  type ReceivedAnswer,
  type RestErrorCode,
  withoutByteOrderMark,
} from "@specwright/runtime";
import type {
  Codec,
  ItemSource,
  MediaDescriptor,
  OperationDescriptor,
  ResponseDescriptor,
  ResponseParts,
  Resumption,
  SequentialDescriptor,
} from "@specwright/runtime/codegen";
import { callError, issueSummary, lostConnection } from "./call-error.ts";
import type { Checking } from "./checking.ts";
import { discard } from "./discard.ts";
import { findResponse } from "./find-response.ts";
import { receivedBody, textOf } from "./received-body.ts";
import { keepItemIssues } from "./received-items.ts";

const EXCERPT_BYTES = 200;

/** The settings with which a response is read. */
export interface ReadSettings {
  /** The longest body, or item of a body, in bytes. */
  readonly maxBytes: number;
  readonly checking: Checking;
  readonly resumption: Resumption;
}

/**
 * Reads a response by status and content type. Throws `RestError` for one that the contract does
 * not allow, or resolves with it if the mode is not `error`.
 */
export async function readResponse(
  operation: OperationDescriptor,
  response: Response,
  { maxBytes, checking: { mode, issues, report }, resumption }: ReadSettings,
): Promise<ResponseParts | ReceivedAnswer> {
  const { status } = response;
  const limits = { maxBytes, signal: resumption.signal };
  const found = findResponse(operation, status);
  const contentType = response.headers.get("content-type") ?? "";
  if (found === undefined) {
    return await undocumented("unexpected_status", `status ${status} is not documented`);
  }
  const { key, descriptor } = found;
  const content = descriptor.content ?? {};
  const isBare = Object.keys(content).length === 0 || operation.method === "HEAD";
  const picked = isBare ? undefined : findMediaType(content, contentType);
  if (!isBare && picked === undefined) {
    const shown = contentType === "" ? "none" : mediaTypeEssence(contentType).slice(0, 100);
    return await undocumented(
      "unexpected_content_type",
      `content type ${shown} is not documented for status ${status}`,
    );
  }
  const headers = readHeaders(operation, descriptor, response);
  add(headers.issues);
  if (headers.issues.length > 0 && mode === "error") {
    throw callError(operation, "invalid_response", `headers: ${issueSummary(headers.issues)}`, {
      status,
      // A stream may never end.
      ...(picked?.media.kind === "sequential" ? await discard(response) : await wholeAnswer()),
    });
  }
  if (isBare && mode !== "error") {
    const bytes = await readBytes(operation, response, limits);
    if (bytes.byteLength > 0) {
      return answerOf(bytes, "unexpected_body", `status ${status} is documented without a body`);
    }
  }
  const itemSource: ItemSource = {
    response,
    maxBytes,
    resumption: operation.method === "GET" ? resumption : { ...resumption, wanted: false },
    error: (code, message, details) => callError(operation, code, message, { ...details, status }),
  };
  const late: ContractIssue[] = [];
  const body = picked === undefined ? await discard(response) : await readBody(picked.media);
  if (typeof body === "object" && body !== null) keepItemIssues(body, late);
  return {
    ...(/^\d+$/.test(key) ? { status } : { status: key, statusCode: status }),
    ...(headers.values === undefined ? {} : { headers: headers.values }),
    ...(picked === undefined ? {} : { ...offered(content, picked.documented, contentType), body }),
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
        const bytes = () => readBytes(operation, response, limits);
        return await receive(kind, { ...itemSource, contentType, bytes, judge });
      }
      case "text": {
        const bytes = await readBytes(operation, response, limits);
        const text = textOf(bytes, charsetOf(contentType));
        return kind.codec === undefined ? text : decoded(kind.codec, JSON.stringify(text));
      }
      case "bytes":
        return await readBytes(operation, response, limits);
      // JSON and XML.
      default:
        return decoded(
          kind.codec,
          withoutByteOrderMark(await readBytes(operation, response, limits)),
        );
    }
  }

  /** Returns the items of a body, which are read as they are asked for. */
  function readItems({ format, codec }: SequentialDescriptor): AsyncIterable<unknown> {
    const tolerant = {
      decode(text: string | Uint8Array): unknown {
        const item = decoded(codec, text);
        reportLate();
        return item;
      },
    };
    return format.read(mode === "error" ? codec : tolerant, itemSource);
  }

  /** Takes the issues of parts; throws if the caller does not want such parts. */
  function judge(found: readonly ProblemIssue[], body: unknown, isLate = false): void {
    if (found.length === 0) return;
    add(found);
    if (mode === "error") {
      throw callError(operation, "invalid_response", issueSummary(found), {
        status,
        answer: received(body),
      });
    }
    if (isLate) reportLate();
  }

  /** Reports the issues of an item, which is about to be yielded. */
  function reportLate(): void {
    const found = issues.splice(0);
    report(found);
    late.splice(0, late.length, ...found);
  }

  function decoded(codec: Codec<unknown>, bytes: string | Uint8Array): unknown {
    if (mode === "off") return unchecked(codec, bytes);
    try {
      return codec.decode(bytes);
    } catch (cause) {
      if (!(cause instanceof CodecError)) throw cause;
      add(cause.issues);
      const body = unchecked(codec, bytes);
      if (mode === "report") return body;
      throw callError(operation, "invalid_response", issueSummary(cause.issues), {
        cause,
        status,
        excerpt: typeof bytes === "string" ? bytes.slice(0, EXCERPT_BYTES) : excerptOf(bytes),
        answer: received(body),
      });
    }
  }

  function add(found: readonly ProblemIssue[]): void {
    if (mode !== "off")
      issues.push(...found.map((issue) => ({ of: "response", ...issue }) as const));
  }

  function answerOf(bytes: Uint8Array, code: string, message: string): ReceivedAnswer {
    add([{ code, pointer: "", message }]);
    return received(receivedBody(contentType, bytes));
  }

  function received(body: unknown): ReceivedAnswer {
    const headers = Object.fromEntries(response.headers);
    return { documented: false, status, headers, contentType, body, issues };
  }

  /** Reads the answer whatever it is; an empty object if it is too large. */
  async function wholeAnswer(): Promise<{ readonly answer?: ReceivedAnswer }> {
    const { bytes, isWhole } = await readUpTo(operation, response, limits);
    return isWhole ? { answer: received(receivedBody(contentType, bytes)) } : {};
  }

  async function undocumented(code: RestErrorCode, message: string): Promise<ReceivedAnswer> {
    const { bytes, isWhole } = await readUpTo(operation, response, limits);
    if (mode !== "error" && isWhole) return answerOf(bytes, code, message);
    const answer = isWhole ? answerOf(bytes, code, message) : undefined;
    const problem = problemOf(contentType, bytes);
    throw callError(operation, code, message, {
      status,
      excerpt: excerptOf(bytes),
      ...(problem === undefined ? {} : { problem }),
      ...(answer === undefined ? {} : { answer }),
    });
  }
}

/** Reads a body to decoded form as far as it matches its schema. Text that is not JSON is kept. */
function unchecked(codec: Codec<unknown>, bytes: string | Uint8Array): unknown {
  try {
    return codec.unchecked === undefined ? parseJson(bytes) : codec.unchecked.read(bytes, {});
  } catch {
    return typeof bytes === "string" ? bytes : textOf(bytes);
  }
}

/** Returns the media type if the contract offers several. */
function offered(
  content: object,
  documented: string,
  actual: string,
): { readonly contentType?: string } {
  if (Object.keys(content).length < 2) return {};
  return { contentType: documented.includes("*") ? actual : documented };
}

/** Reads the documented headers. One that cannot be read is kept as text. */
function readHeaders(
  operation: OperationDescriptor,
  { headers: documented = [] }: ResponseDescriptor,
  { headers }: Response,
): { readonly values: object | undefined; readonly issues: readonly ProblemIssue[] } {
  if (documented.length === 0) return { values: undefined, issues: [] };
  const { readHeaders } = operation;
  if (readHeaders === undefined) {
    throw callError(operation, "invalid_response", "its descriptor has no reader of headers");
  }
  const { values, issues } = readHeaders(documented, [...headers].flat());
  if (issues.length === 0) return { values, issues };
  const texts = documented.flatMap(({ name }) => {
    const text = headers.get(name);
    return text === null ? [] : [[name, values[name] ?? text] as const];
  });
  return { values: Object.fromEntries(texts), issues };
}

/** What ends the reading of a body. */
interface ReadLimits {
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

async function readBytes(
  operation: OperationDescriptor,
  response: Response,
  limits: ReadLimits,
): Promise<Uint8Array<ArrayBuffer>> {
  const { bytes, isWhole } = await readUpTo(operation, response, limits);
  if (isWhole) return bytes;
  throw callError(operation, "invalid_response", `the body is over ${limits.maxBytes} bytes`, {
    status: response.status,
    excerpt: excerptOf(bytes),
  });
}

async function readUpTo(
  operation: OperationDescriptor,
  response: Response,
  { maxBytes, signal }: ReadLimits,
): Promise<{ readonly bytes: Uint8Array<ArrayBuffer>; readonly isWhole: boolean }> {
  if (response.bodyUsed) {
    const message = "the body was read already; an interceptor has to read that of a clone()";
    throw callError(operation, "invalid_response", message, { status: response.status });
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = response.body?.getReader();
  // A `fetch` of the caller may not know the signal, and its body would be read for ever.
  const cancel = (): void => void reader?.cancel().catch(() => {});
  signal.addEventListener("abort", cancel);
  try {
    for (let read = await reader?.read(); read?.value !== undefined; read = await reader?.read()) {
      chunks.push(read.value);
      size += read.value.byteLength;
      if (size > maxBytes) break;
    }
  } catch (cause) {
    throw lostConnection(operation, cause);
  } finally {
    signal.removeEventListener("abort", cancel);
  }
  if (size > maxBytes) await reader?.cancel();
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return { bytes: bytes.subarray(0, maxBytes), isWhole: size <= maxBytes };
}

function problemOf(contentType: string, bytes: Uint8Array): Problem | undefined {
  if (mediaTypeEssence(contentType) !== "application/problem+json") return undefined;
  try {
    const value = parseJson(withoutByteOrderMark(bytes));
    return isProblem(value) ? value : undefined;
  } catch {
    // The status is sufficient; an unreadable explanation must not hide it.
    return undefined;
  }
}

function excerptOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes.subarray(0, EXCERPT_BYTES));
}
