import type { BodyEncoder, EncodedBody } from "../codegen/body.ts";
import type { Codec } from "../codegen/codec.ts";
import type { SequentialDescriptor } from "../codegen/sequential.ts";
import { isAsyncIterable, isSyncIterable } from "../sequential/iterables.ts";
import { fitsAny } from "./any-body.ts";
import { fileEncoder } from "./file-encoder.ts";
import { encodeValue, isBinary, isForm } from "./json-body.ts";
import { writeStyled } from "./styled-body.ts";

/** Does what `styledBody` does. Also supports bodies that are a sequence of items. */
export const sequentialBody: BodyEncoder = /* @__PURE__ */ fileEncoder({
  fits: (media, value) => (media.kind === "sequential" ? isIterable(value) : fitsAny(media, value)),
  write(media, value, type, isChecked) {
    if (media.kind !== "sequential") return writeStyled(media, value, type, isChecked);
    return writeItems(media, value, type ?? "application/jsonl", isChecked);
  },
});

/**
 * Writes the items of an array at once. Writes the items of an iterator when the iterator yields them; such
 * a request cannot be retried.
 */
function writeItems(
  { format, codec: checking }: SequentialDescriptor,
  value: unknown,
  contentType: string,
  isChecked: boolean,
): EncodedBody {
  const codec: Codec<unknown> = {
    ...checking,
    encode: (item) => encodeValue(checking, item, isChecked),
  };
  if (isAsyncIterable(value)) {
    const items = value[Symbol.asyncIterator]();
    const encoder = new TextEncoder();
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        const next = await items.next();
        if (next.done === true) controller.close();
        else controller.enqueue(encoder.encode(format.write(codec, next.value)));
      },
      async cancel() {
        await items.return?.();
      },
    });
    return { body, contentType, once: true };
  }
  const items = isSyncIterable(value) ? [...value] : [];
  return { body: items.map((item) => format.write(codec, item)).join(""), contentType };
}

function isIterable(value: unknown): boolean {
  if (isBinary(value) || isForm(value)) return false;
  return isAsyncIterable(value) || isSyncIterable(value);
}
