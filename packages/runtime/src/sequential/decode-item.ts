import type { Codec } from "../codegen/codec.ts";
import type { ItemSource } from "../codegen/sequential.ts";
import { CodecError, issueSummary } from "../errors/codec-error.ts";
import { withoutTextMark } from "../text/byte-order-mark.ts";

/** Decodes an item, also behind a byte order mark; an invalid one is the error that `source` makes of it. */
export function decodeItem(
  codec: Pick<Codec<unknown>, "decode">,
  text: string,
  source: Pick<ItemSource, "error">,
  index: number,
): unknown {
  try {
    return codec.decode(withoutTextMark(text));
  } catch (cause) {
    if (!(cause instanceof CodecError)) throw cause;
    const message = `item ${index}: ${issueSummary(cause.issues)}`;
    throw source.error("invalid_response", message, { cause, index });
  }
}
