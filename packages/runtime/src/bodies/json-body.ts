import type { BodyEncoder, EncodedBody, MediaDescriptor } from "../codegen/body.ts";
import type { Codec } from "../codegen/codec.ts";
import { isStream } from "../world/platform.ts";
import { bodyEncoder } from "./body-encoder.ts";

/** Encodes the bodies of operations that accept only JSON. */
export const jsonBody: BodyEncoder = /* @__PURE__ */ bodyEncoder({
  fits: (_media, value) => isJson(value),
  write: writeJson,
});

/** Writes JSON through the codec of the media type. */
export function writeJson(
  media: MediaDescriptor,
  value: unknown,
  type: string | undefined,
  isChecked: boolean,
): EncodedBody {
  if (media.kind !== "json") throw new TypeError(`not a JSON media type: ${media.kind}`);
  const body = encodeValue(media.codec, value, isChecked);
  return { body, contentType: type ?? "application/json" };
}

/**
 * Writes a value through a codec. A generated codec can skip the check.
 *
 * @throws CodecError if the value is checked and does not match its schema.
 */
export function encodeValue(codec: Codec<unknown>, value: unknown, isChecked: boolean): string {
  const { unchecked } = codec;
  return isChecked || unchecked === undefined ? codec.encode(value) : unchecked.write(value);
}

/** Reports whether a value can be sent only as JSON: fetch cannot send it as bytes or as a form. */
export function isJson(value: unknown): boolean {
  return !isBinary(value) && !isForm(value);
}

/** Reports whether a value is a form that fetch can send. */
export function isForm(value: unknown): value is FormData | URLSearchParams {
  return value instanceof FormData || value instanceof URLSearchParams;
}

/** Reports whether a value consists of bytes that fetch can send. */
export function isBinary(value: unknown): boolean {
  return (
    value instanceof Blob ||
    value instanceof ArrayBuffer ||
    ArrayBuffer.isView(value) ||
    isStream(value)
  );
}
