// For a body or message whose document says nothing about it beyond being JSON.

import { accept } from "./checks/rule.ts";
import type { StreamCodec } from "./codec.ts";
import { compactCodec } from "./compact-codec.ts";
import { streamCodec } from "./stream/stream-codec.ts";

/** Takes any JSON value as it is, integers exact. Throws `CodecError` for text that is not JSON. */
export const anyJson: StreamCodec<unknown> = /* @__PURE__ */ streamCodec({
  codec: /* @__PURE__ */ compactCodec({ is: (_): _ is unknown => true, rule: accept }),
});
