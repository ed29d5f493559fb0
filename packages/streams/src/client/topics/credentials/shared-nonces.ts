import type { Clock } from "@specwright/runtime";
import { memoryNonces, type NonceSource } from "../../../signing/rule/nonce-source.ts";

/** The source of nonces for each clock. */
const sources: WeakMap<object, NonceSource> = new WeakMap();

/** Returns the source of nonces for a clock. All connections with this clock share it. */
export function sharedNonces(clock: Clock): NonceSource {
  let source = sources.get(clock);
  if (source === undefined) {
    source = memoryNonces({ now: () => clock.now() });
    sources.set(clock, source);
  }
  return source;
}
