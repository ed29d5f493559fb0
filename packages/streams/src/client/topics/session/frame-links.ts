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
  /** A frame of a topic that was requested is about to be taken. */
  readonly began: (topic: Topic) => void;
  readonly violation: (rule: ViolatedRule) => void;
  /** Taking a frame failed by an error, such as one of the user's own code. */
  readonly failed: (topic: Topic, error: unknown) => void;
}
