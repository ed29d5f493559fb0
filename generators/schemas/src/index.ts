export { type Reader, unsentKeyword, unsentNames } from "./direction/unsent-names.ts";
export { isValid } from "./evaluate/is-valid.ts";
export { faultDiagnostics } from "./faults/fault-diagnostics.ts";
export { findFaults } from "./faults/find-faults.ts";
export { isObject } from "./json/json-type.ts";
export { seededChoices } from "./sample/random.ts";
export { type AnswerSample, sampleAnswer } from "./sample/sample-answer.ts";
export { sampleMessage } from "./sample/sample-message.ts";
export { makeSample, sampleValue } from "./sample/sample-value.ts";
export { samplerDiagnostics, unsampledProblem } from "./sample/sampler-diagnostics.ts";
export { type SchemaParts, schemaParts } from "./sample/schema-parts.ts";
export { type ComparerOptions, SchemaComparer } from "./schema-comparer.ts";
export {
  type Containment,
  combineEffects,
  type Effect,
  type SchemaComparison,
} from "./schema-comparison.ts";
