import type { ItemSource } from "../codegen/sequential.ts";

/**
 * Decodes a body as it arrives. A byte order mark is dropped; with `fatal`, bytes that are not
 * UTF-8 are an error, as a failing connection is.
 */
export async function* readText(
  source: ItemSource,
  { body }: Response,
  options: { readonly fatal: boolean },
): AsyncGenerator<string, void> {
  const decoder = new TextDecoder("utf-8", options);
  if (body === null) return;
  const reader = body.getReader();
  let isDone = false;
  try {
    while (!isDone) {
      const { value, done } = await reader.read().catch((cause: unknown) => {
        isDone = true;
        throw source.resumption?.signal.aborted === true
          ? source.error("aborted", "the caller gave up", { cause })
          : source.error("network", "the connection was lost within the body", { cause });
      });
      isDone = done;
      const text = decode(source, decoder, value);
      if (text !== "") yield text;
    }
  } finally {
    // Whoever stops reading does not want the rest.
    if (!isDone) await reader.cancel().catch(() => undefined);
  }
}

function decode(source: ItemSource, decoder: TextDecoder, bytes: Uint8Array | undefined): string {
  try {
    return bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true });
  } catch (cause) {
    throw source.error("invalid_response", "the body is not UTF-8", { cause });
  }
}
