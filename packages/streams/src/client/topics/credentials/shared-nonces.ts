import type { Clock } from "@specwright/runtime";
import { memoryNonces, type NonceSource } from "../../../signing/rule/nonce-source.ts";

/** One source for each clock, so that all connections with this clock share it. */
const sources: WeakMap<object, NonceSource> = new WeakMap();

/** Returns the source of nonces that all connections with a clock share. */
export function sharedNonces(clock: Clock): NonceSource {
  let source = sources.get(clock);
  if (source === undefined) {
    source = memoryNonces({ now: () => clock.now() });
    sources.set(clock, source);
  }
  return source;
}
