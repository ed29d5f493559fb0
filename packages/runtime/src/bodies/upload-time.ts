import type { FetchBody } from "../codegen/body.ts";

/** The slowest upload to wait for, in bytes per second. */
const SLOWEST_PACE = 8 * 1024;

/**
 * Returns the time in milliseconds that a body takes on the slowest supported line; 0 for a stream,
 * whose length is unknown.
 */
export function uploadTimeMs(body: FetchBody): number {
  return Math.floor(lengthOf(body) / SLOWEST_PACE) * 1000;
}

function lengthOf(body: FetchBody): number {
  if (body instanceof Blob) return body.size;
  if (body instanceof ArrayBuffer || ArrayBuffer.isView(body)) return body.byteLength;
  return typeof body === "string" ? body.length : 0;
}
