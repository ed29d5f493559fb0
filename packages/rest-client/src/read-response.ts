// Converts the response of fetch to a documented response, or to an error that describes what was
// received.

import {
  CodecError,
  findMediaType,
  isProblem,
  mediaTypeEssence,
  type Problem,
  parseJson,
  type RestErrorCode,
  readScalarHeaders,
} from "@specwright/runtime";
import type {
  Codec,
  MediaDescriptor,
  OperationDescriptor,
  ResponseDescriptor,
  ResponseParts,
} from "@specwright/runtime/codegen";
import { callError, issueSummary } from "./call-error.ts";

const EXCERPT_BYTES = 200;
/** Enough for any problem; an answer we cannot use is not worth downloading. */
const MAX_REFUSAL_BYTES = 64 * 1024;

/** Reads a response by status and content type. Throws `RestError` for undocumented ones. */
export async function readResponse(
  operation: OperationDescriptor,
  response: Response,
  maxBytes: number,
): Promise<ResponseParts> {
  const found = findResponse(operation, response.status);
  const contentType = response.headers.get("content-type") ?? "";
  if (found === undefined) {
    throw await refusal("unexpected_status", `status ${response.status} is not documented`);
  }
  const { key, descriptor } = found;
  const content = descriptor.content ?? {};
  const isBare = Object.keys(content).length === 0 || operation.method === "HEAD";
  const picked = isBare ? undefined : findMediaType(content, contentType);
  if (!isBare && picked === undefined) {
    const shown = contentType === "" ? "none" : mediaTypeEssence(contentType).slice(0, 100);
    throw await refusal(
      "unexpected_content_type",
      `content type ${shown} is not documented for status ${response.status}`,
    );
  }
  const headers = await readHeaders(operation, descriptor, response);
  const body = picked === undefined ? await discard(response) : await readBody(picked.media);
  return {
    ...(/^\d+$/.test(key)
      ? { status: response.status }
      : { status: key, statusCode: response.status }),
    ...(headers === undefined ? {} : { headers }),
    ...(picked === undefined ? {} : { ...offered(content, picked.documented, contentType), body }),
  };

  async function readBody(kind: MediaDescriptor): Promise<unknown> {
    switch (kind.kind) {
      case "stream":
        return response.body;
      case "form":
        return await response.formData();
      case "text":
        return new TextDecoder().decode(await readBytes(operation, response, maxBytes));
      case "bytes":
        return await readBytes(operation, response, maxBytes);
      case "json":
        return decoded(kind.codec, await readBytes(operation, response, maxBytes));
      default:
        return kind satisfies never;
    }
  }

  function decoded(codec: Codec<unknown>, bytes: Uint8Array): unknown {
    try {
      return codec.decode(bytes);
    } catch (cause) {
      if (!(cause instanceof CodecError)) throw cause;
      throw callError(operation, "invalid_response", issueSummary(cause.issues), {
        cause,
        status: response.status,
        excerpt: excerptOf(bytes),
      });
    }
  }

  async function refusal(code: RestErrorCode, message: string): Promise<Error> {
    const { bytes } = await readUpTo(response, Math.min(maxBytes, MAX_REFUSAL_BYTES));
    const problem = problemOf(contentType, bytes);
    return callError(operation, code, message, {
      status: response.status,
      excerpt: excerptOf(bytes),
      ...(problem === undefined ? {} : { problem }),
    });
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

function findResponse(
  operation: OperationDescriptor,
  status: number,
): { readonly key: string; readonly descriptor: ResponseDescriptor } | undefined {
  const keys = [`${status}`, `${Math.floor(status / 100)}XX`, "default"];
  for (const key of keys) {
    const descriptor = operation.responses[key];
    if (descriptor !== undefined) return { key, descriptor };
  }
  return undefined;
}

async function readHeaders(
  operation: OperationDescriptor,
  descriptor: ResponseDescriptor,
  response: Response,
): Promise<object | undefined> {
  if (descriptor.headers === undefined || descriptor.headers.length === 0) return undefined;
  const { readHeaders = readScalarHeaders } = operation;
  const { values, issues } = readHeaders(descriptor.headers, [...response.headers].flat());
  if (issues.length > 0) {
    await discard(response);
    throw callError(operation, "invalid_response", `headers: ${issueSummary(issues)}`, {
      status: response.status,
    });
  }
  return values;
}

async function readBytes(
  operation: OperationDescriptor,
  response: Response,
  maxBytes: number,
): Promise<Uint8Array> {
  const { bytes, isWhole } = await readUpTo(response, maxBytes);
  if (isWhole) return bytes;
  throw callError(operation, "invalid_response", `the body is over ${maxBytes} bytes`, {
    status: response.status,
    excerpt: excerptOf(bytes),
  });
}

async function readUpTo(
  response: Response,
  maxBytes: number,
): Promise<{ readonly bytes: Uint8Array; readonly isWhole: boolean }> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = response.body?.getReader();
  for (let read = await reader?.read(); read?.value !== undefined; read = await reader?.read()) {
    chunks.push(read.value);
    size += read.value.byteLength;
    if (size > maxBytes) break;
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

/** Discards the body so that the connection can be reused. */
async function discard(response: Response): Promise<undefined> {
  await response.body?.cancel();
  return undefined;
}

function problemOf(contentType: string, bytes: Uint8Array): Problem | undefined {
  if (mediaTypeEssence(contentType) !== "application/problem+json") return undefined;
  try {
    return asProblem(parseJson(bytes));
  } catch {
    // The status is sufficient; an unreadable explanation must not hide it.
    return undefined;
  }
}

function asProblem(value: unknown): Problem | undefined {
  return isProblem(value) ? value : undefined;
}

function excerptOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes.subarray(0, EXCERPT_BYTES));
}
