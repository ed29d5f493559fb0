import type { ItemSource } from "../codegen/sequential.ts";
import { readBytes } from "./read-bytes.ts";

/**
 * Yields the decoded text of a body when it arrives. Drops a byte order mark. With `fatal`, throws the
 * error that `source` creates for bytes that are not UTF-8, as for a failing connection.
 */
export async function* readText(
  source: ItemSource,
  response: Response,
  options: { readonly fatal: boolean },
): AsyncGenerator<string, void> {
  const decoder = new TextDecoder("utf-8", options);
  for await (const bytes of readBytes(source, response)) {
    const text = decodeBytes(source, decoder, bytes);
    if (text !== "") yield text;
  }
  const rest = decodeBytes(source, decoder, undefined);
  if (rest !== "") yield rest;
}

function decodeBytes(
  source: ItemSource,
  decoder: TextDecoder,
  bytes: Uint8Array | undefined,
): string {
  try {
    return bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true });
  } catch (cause) {
    throw source.error("invalid_response", "the body is not UTF-8", { cause });
  }
}
