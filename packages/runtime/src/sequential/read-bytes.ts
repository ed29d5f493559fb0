import type { ItemSource } from "../codegen/sequential.ts";

/**
 * Yields the bytes of a body when they arrive. If the connection fails, throws the error that `source`
 * creates.
 */
export async function* readBytes(
  source: Pick<ItemSource, "error" | "resumption">,
  { body }: Response,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  if (!body) return;
  const reader = body.getReader();
  let isDone = false;
  try {
    while (!isDone) {
      const { value, done } = await reader.read().catch((cause: unknown) => {
        isDone = true;
        throw source.resumption?.signal.aborted === true
          ? source.error("aborted", "the caller aborted", { cause })
          : source.error("network", "the connection was lost within the body", { cause });
      });
      isDone = done;
      if (value !== undefined) yield value;
    }
  } finally {
    // The consumer has stopped before the end and does not need the rest of the body.
    if (!isDone) await reader.cancel().catch(() => undefined);
  }
}
