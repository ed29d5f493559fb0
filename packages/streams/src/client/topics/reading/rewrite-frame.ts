import { JsonError, parseJson, stringifyJson } from "@specwright/runtime";

/** Returns a frame without needless escapes. Returns undefined if the frame is not JSON. */
export function rewriteFrame(bytes: Uint8Array): Uint8Array | undefined {
  try {
    return new TextEncoder().encode(stringifyJson(parseJson(bytes)));
  } catch (error) {
    if (error instanceof JsonError) return undefined;
    throw error;
  }
}
