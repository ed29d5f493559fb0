import { accepts } from "../checks/explain.ts";
import type { Rule } from "../checks/rule.ts";
import { revivingCodec } from "../codecs/reviving-codec.ts";
import type { StreamCodec } from "../codegen/codec.ts";
import { streamCodec } from "../stream/stream-codec.ts";

/**
 * Creates a codec from a rule alone, such as `object({ id: types("integer") })`. Use it for hand-written
 * descriptors in tests. The codec throws the same errors as a generated codec, but is slower.
 */
export function ruleCodec(rule: Rule): StreamCodec<unknown> {
  const decoded = (value: unknown): unknown => {
    const payload = { value, issues: [] };
    rule(payload);
    return payload.issues.length === 0 ? payload.value : value;
  };
  const is = (value: unknown): value is unknown => accepts(rule, value);
  const codec = revivingCodec(is, () => rule, decoded);
  return streamCodec({
    codec: { ...codec, is, parse: (value) => codec.parse(decoded(value)) },
  });
}
