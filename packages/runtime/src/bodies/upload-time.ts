/** The pace, in bytes a second, below which nobody should wait for an upload to end. */
const SLOWEST_PACE = 8 * 1024;

/**
 * Returns the time that a body may take on its way on the slowest line that is waited for, in
 * milliseconds; 0 for a stream, whose length nobody knows.
 */
export function uploadTimeMs(body: BodyInit): number {
  return Math.floor(lengthOf(body) / SLOWEST_PACE) * 1000;
}

function lengthOf(body: BodyInit): number {
  if (body instanceof Blob) return body.size;
  if (body instanceof ArrayBuffer || ArrayBuffer.isView(body)) return body.byteLength;
  if (typeof body === "string") return body.length;
  if (!(body instanceof FormData)) return 0;
  let length = 0;
  for (const value of body.values()) {
    length += typeof value === "string" ? value.length : value.size;
  }
  return length;
}
