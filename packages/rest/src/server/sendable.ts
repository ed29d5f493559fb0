import { Readable } from "node:stream";
import type { EncodedResponse } from "@specwright/runtime/transport";

/** Converts a body to a form that the framework can send. */
export function sendable({
  body,
}: Pick<EncodedResponse, "body">): string | Uint8Array | Readable | undefined {
  return body instanceof ReadableStream ? Readable.from(body, { objectMode: false }) : body;
}
