// Subpath `@specwright/runtime/mocking`: the functions that generated mocks of operations import.

export { followingPage } from "./following-page.ts";
export {
  type MockAnswer,
  type MockOptions,
  mockOperation,
} from "./mock-operation.ts";
export { decodeAnswer, type SampledAnswer } from "./sampled-answer.ts";
