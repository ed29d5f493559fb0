// Subpath `@specwright/runtime/testing`: what tests of programs on this run time need.

export { allEncoders } from "./all-encoders.ts";
export { type FakeClock, fakeClock } from "./fake-clock.ts";
export { ruleCodec } from "./rule-codec.ts";
export { type SeededRandom, seededRandom } from "./seeded-random.ts";
