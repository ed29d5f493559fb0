import type { FeedPlan } from "./feed-plan.ts";
import type { FrameCounters } from "./frame-counters.ts";
import type { ViolatedRule } from "./report-violation.ts";
import type { Topic } from "./topic.ts";
import type { TopicKeeper } from "./topic-keeper.ts";
import type { TopicRecovery } from "./topic-recovery.ts";
import type { TopicRoutes } from "./topic-routes.ts";

/** The parts of a session that frames of topics pass through. */
export interface FrameLinks {
  readonly plan: FeedPlan;
  readonly routes: TopicRoutes;
  readonly recovery: TopicRecovery;
  readonly counters: FrameCounters;
  readonly keeper: TopicKeeper;
  readonly isOpen: () => boolean;
  /** Called before a frame of a requested topic is processed. */
  readonly began: (topic: Topic) => void;
  readonly violation: (rule: ViolatedRule) => void;
  /** Called when processing a frame threw an error, such as an error of the user's own code. */
  readonly failed: (topic: Topic, error: unknown) => void;
}
