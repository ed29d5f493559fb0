// Exports the protocol of a feed without a connection, for programs that test or record feeds.

export { fetchOperation } from "./fetch-operation.ts";
export { KIND } from "./reading/frame-kind.ts";
export { type Count, countAt, isEqual, nextCount, textAt } from "./reading/frame-values.ts";
export { rewriteFrame } from "./reading/rewrite-frame.ts";
export { FrameScanner } from "./reading/scan-frame.ts";
export { splitFrame } from "./reading/split-frame.ts";
export type { BookPlan } from "./session/book-plan.ts";
export type { CounterState } from "./session/counter.ts";
export {
  type ConnectionRules,
  type CounterPlan,
  type FeedPlan,
  planFeed,
} from "./session/feed-plan.ts";
export { type BookFault, loadBook, updateBook } from "./session/kept-book.ts";
export { type PlannedRequest, planSubscriptions } from "./session/plan-subscriptions.ts";
export type { RequestId } from "./session/requests.ts";
export { Topic, type TopicListener } from "./session/topic.ts";
export {
  type AnswerPlan,
  type BookKind,
  conditionTexts,
  type TopicConditions,
  type TopicKind,
} from "./session/topic-kind.ts";
export { checkTopicParameters } from "./session/topic-parameters.ts";
