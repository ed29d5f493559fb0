export type { ChannelOptions } from "./contract/channel-suite.ts";
export { listClauses } from "./contract/list-clauses.ts";
export type { FeedTopicChoice } from "./contract/topic-choice.ts";
export type { Clause, ClauseOutcome, ClauseResult } from "./report/clause.ts";
export { ConformanceError, type ConformanceErrorCode } from "./report/conformance-error.ts";
export type { ConformanceReport } from "./report/conformance-report.ts";
export type { Remedy } from "./report/remedy.ts";
export { type ConformanceOptions, runConformance } from "./run-conformance.ts";
export { clauses } from "./streams/clauses/clauses.ts";
export type { ConformanceLimits } from "./streams/stimulus/limits.ts";
export type {
  Account,
  ChannelName,
  ExpireAction,
  FailWritesAction,
  JsonObject,
  PublishAction,
  SequencedName,
  Stimulus,
} from "./streams/stimulus/stimulus.ts";
export type { StreamsOptions } from "./streams/streams-suite.ts";
