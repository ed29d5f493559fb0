// Bodies that consist of a sequence of items: events and JSON lines.

import type { SequentialDescriptor } from "../codegen/sequential.ts";
import { declaredOnly, type Undeclared } from "./leave-out.ts";

/** The fields that every event may have, even if its schema does not declare them. */
const eventFields: readonly string[] = ["event", "id", "retry", "data"];

/**
 * The time after which an idle connection gets a comment line. The line keeps the connection open, as the
 * HTML standard recommends.
 */
const KEEP_ALIVE_MS = 15_000;

/**
 * Encodes each item when the iterator yields it, and checks it against the schema. If an item is invalid or
 * the iterator throws, the server closes the connection before the body is complete, so that clients notice
 * that items are missing. When the client disconnects, the server calls `return` of the iterator.
 */
export function encodeItems(
  { format, codec }: SequentialDescriptor,
  items: AsyncIterable<unknown> | Iterable<unknown>,
  undeclared: Undeclared = "keep",
): ReadableStream<Uint8Array> {
  const iterator =
    Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
  const encoder = new TextEncoder();
  const kept = format.keepAlive === undefined ? [] : eventFields;
  let pending: Promise<IteratorResult<unknown>> | undefined;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        pending ??= Promise.resolve(iterator.next());
        const next = await beforeIdle(pending, format.keepAlive);
        if (typeof next === "string") {
          controller.enqueue(encoder.encode(next));
          return;
        }
        pending = undefined;
        if (next.done === true) controller.close();
        else controller.enqueue(encoder.encode(await writeItem(next.value)));
      },
      async cancel() {
        await iterator.return?.();
      },
    },
    { highWaterMark: 0 },
  );

  async function writeItem(item: unknown): Promise<string> {
    try {
      return format.write(codec, declaredOnly(codec, item, undeclared, kept));
    } catch (cause) {
      await iterator.return?.();
      throw cause;
    }
  }
}

/** Resolves with the next item, or with `keepAlive` if no item arrives within `KEEP_ALIVE_MS`. */
async function beforeIdle(
  next: Promise<IteratorResult<unknown>>,
  keepAlive: string | undefined,
): Promise<IteratorResult<unknown> | string> {
  if (keepAlive === undefined) return await next;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const idle = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(keepAlive), KEEP_ALIVE_MS);
  });
  try {
    return await Promise.race([next, idle]);
  } finally {
    clearTimeout(timer);
  }
}
