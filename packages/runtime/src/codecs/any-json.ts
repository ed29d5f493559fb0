// For a body or message that the document describes only as JSON.

import { accept } from "../checks/rule.ts";
import type { StreamCodec } from "../codegen/codec.ts";
import { streamCodec } from "../stream/stream-codec.ts";
import { compactCodec } from "./compact-codec.ts";

/**
 * Accepts any JSON value unchanged and keeps integers exact.
 *
 * @throws CodecError for text that is not JSON.
 */
export const anyJson: StreamCodec<unknown> = /* @__PURE__ */ streamCodec({
  codec: /* @__PURE__ */ compactCodec(
    () => true,
    () => accept,
  ),
});
