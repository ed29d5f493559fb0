// For a body or message about which the document says only that it is JSON.

import { accept } from "../checks/rule.ts";
import type { ValidatingCodec } from "../codegen/codec.ts";
import { compactCodec } from "./compact-codec.ts";

/**
 * Accepts any JSON value unchanged and keeps integers exact.
 *
 * @throws CodecError for text that is not JSON.
 */
export const anyJson: ValidatingCodec<unknown> = /* @__PURE__ */ compactCodec(
  () => true,
  () => accept,
);
