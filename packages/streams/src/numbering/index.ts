export {
  checkResume,
  type Divergence,
  type ResumeCheck,
  type ResumeStart,
} from "./check-resume.ts";
export {
  type SequenceRule,
  type SequenceTracker,
  type SequenceVerdict,
  type TrackSequenceOptions,
  trackSequence,
} from "./sequence.ts";
export {
  type KeyedFrameKind,
  type SubscriptionTracker,
  type SubscriptionVerdict,
  trackSubscription,
} from "./subscription.ts";
export { type SendingTracker, trackSending } from "./track-sending.ts";
