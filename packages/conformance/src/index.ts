export type { Clause, ClauseOutcome, ClauseResult } from "./checks/clause.ts";
export type { ConformanceReport } from "./checks/conformance-report.ts";
export { clauses } from "./clauses/clauses.ts";
export type { FeedClause } from "./feeds/feed-clause.ts";
export { listFeedClauses } from "./feeds/list-feed-clauses.ts";
export {
  type FeedConformanceOptions,
  runFeedConformance,
} from "./feeds/run-feed-conformance.ts";
export type { FeedTopicChoice } from "./feeds/topic-choice.ts";
export { type ConformanceOptions, runConformance } from "./run-conformance.ts";
export { ConformanceError, type ConformanceErrorCode } from "./stimulus/conformance-error.ts";
export type { ConformanceLimits } from "./stimulus/limits.ts";
export type { Remedy } from "./stimulus/remedy.ts";
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
} from "./stimulus/stimulus.ts";
