import type { OperationDescriptor } from "@specwright/runtime/codegen";
import { ProblemError } from "./problem-error.ts";
import type { RestHandlerLimits } from "./rest-handler-options.ts";

const NOTHING: Uint8Array<ArrayBuffer> = new Uint8Array(0);

/** Returns a body as bytes, without copying it. */
export function bytesOf(body: unknown): Uint8Array<ArrayBuffer> {
  if (!(body instanceof Uint8Array)) return NOTHING;
  const { buffer, byteOffset, byteLength } = body;
  return buffer instanceof ArrayBuffer ? new Uint8Array(buffer, byteOffset, byteLength) : NOTHING;
}

/**
 * Reads a body up to a limit. A larger body is not read to its end.
 *
 * @throws ProblemError 413
 */
export async function readBytes(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const read: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.byteLength;
    if (length > maxBytes) throw new ProblemError(413, "payload_too_large");
    read.push(chunk);
  }
  return bytesOf(Buffer.concat(read, length));
}

/**
 * The limit for operations without a body. It is not 0: a client that sends a small body gets an error
 * response, not a closed connection.
 */
const NO_BODY_BYTES = 1024;

/** The maximum size of a body if neither the contract nor the server sets a limit, in bytes. */
const DEFAULT_BODY_BYTES = 1024 * 1024;

/** Returns the maximum body size of an operation, in bytes. */
export function bodyBytesOf(
  { body }: OperationDescriptor,
  { bodyBytes }: RestHandlerLimits,
): number {
  if (body === undefined) return NO_BODY_BYTES;
  const { maxBytes = bodyBytes ?? DEFAULT_BODY_BYTES } = body;
  return Math.min(maxBytes, bodyBytes ?? maxBytes);
}
