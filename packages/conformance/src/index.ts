export type { Clause, ClauseOutcome, ClauseResult } from "./clause.ts";
export { clauses } from "./clauses.ts";
export { ConformanceError, type ConformanceErrorCode } from "./conformance-error.ts";
export type { ConformanceReport } from "./conformance-report.ts";
export type { FeedClause } from "./feeds/feed-clause.ts";
export { listFeedClauses } from "./feeds/list-feed-clauses.ts";
export {
  type FeedConformanceOptions,
  runFeedConformance,
} from "./feeds/run-feed-conformance.ts";
export type { FeedTopicChoice } from "./feeds/topic-choice.ts";
export type { ConformanceLimits } from "./limits.ts";
export type { Remedy } from "./remedy.ts";
export { type ConformanceOptions, runConformance } from "./run-conformance.ts";
export type {
  Account,
  ChannelName,
  ExpireAction,
  FailWritesAction,
  JsonObject,
  PublishAction,
  SequencedName,
  Stimulus,
  StimulusAction,
} from "./stimulus.ts";
