// For a body or message whose document says nothing about it beyond being JSON.

import type { Codec } from "./codec.ts";
import { jsonCodec } from "./json-codec.ts";

/** Takes any JSON value as it is, integers exact. Throws `CodecError` for text that is not JSON. */
export const anyJson: Codec<unknown> = jsonCodec({
  safeParse: (value) => ({ success: true, data: value }),
});
