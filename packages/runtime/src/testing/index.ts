// Subpath `@specwright/runtime/testing`: helpers for tests of programs that use this package.

export { explain } from "../checks/explain.ts";
export type { SafeParser } from "../codegen/codec.ts";
export { allEncoders } from "./all-encoders.ts";
export { type FakeClock, fakeClock } from "./fake-clock.ts";
export { ruleCodec } from "./rule-codec.ts";
export { type RandomState, type SeededRandom, seededRandom } from "./seeded-random.ts";
