// Subpath `@specwright/runtime/mocking`: what generated mocks of operations are made of.

export { followingPage } from "./following-page.ts";
export {
  type MockAnswer,
  type MockOptions,
  mockOperation,
} from "./mock-operation.ts";
export { decodeAnswer, type SampledAnswer } from "./sampled-answer.ts";
