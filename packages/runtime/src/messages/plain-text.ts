import type { ValidatingCodec } from "../codegen/codec.ts";
import { decodeUtf8 } from "../world/platform.ts";

/** Adapts the codec of a string to messages whose frames are the text itself instead of JSON. */
export function plainText<T>(codec: ValidatingCodec<T>): ValidatingCodec<T> {
  const writtenText = (value: T): string => {
    const json = codec.encode(value);
    const wire = codec.toWire === undefined ? value : codec.toWire(value);
    return typeof wire === "string" ? wire : json;
  };
  return {
    ...codec,
    decode: (text) => codec.parse(typeof text === "string" ? text : decodeUtf8(text)),
    encode: writtenText,
  };
}
