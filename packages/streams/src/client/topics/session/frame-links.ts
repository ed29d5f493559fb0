import type { FeedPlan } from "./feed-plan.ts";
import type { FrameCounters } from "./frame-counters.ts";
import type { ViolatedRule } from "./report-violation.ts";
import type { Topic } from "./topic.ts";
import type { TopicKeeper } from "./topic-keeper.ts";
import type { TopicRecovery } from "./topic-recovery.ts";
import type { TopicRoutes } from "./topic-routes.ts";

/** The parts of the session that `TopicFrames` and `UsualFrames` use. */
export interface FrameLinks {
  readonly plan: FeedPlan;
  readonly routes: TopicRoutes;
  readonly recovery: TopicRecovery;
  readonly counters: FrameCounters;
  readonly keeper: TopicKeeper;
  readonly isOpen: () => boolean;
  /** Called before the first frame of a topic that the server has not confirmed. */
  readonly began: (topic: Topic) => void;
  readonly violation: (rule: ViolatedRule) => void;
  /** Called if handling a frame threw an error, for example in a listener of the user. */
  readonly failed: (topic: Topic, error: unknown) => void;
}
