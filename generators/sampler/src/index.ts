export {
  type AnswerOptions,
  type AnswerSample,
  type SampledResponse,
  sampleAnswer,
  type Unsampled,
} from "./sample-answer.ts";
export { sampleMessage } from "./sample-message.ts";
export { makeSample, type Sample, type SampleOptions, sampleValue } from "./sample-value.ts";
export { type SamplerCode, samplerDiagnostics, unsampledProblem } from "./sampler-diagnostics.ts";
export { type SchemaParts, schemaParts } from "./schema-parts.ts";
