export {
  checkResume,
  type Divergence,
  type ResumeCheck,
  type ResumeStart,
} from "./check-resume.ts";
export type { SequenceRule, SequenceVerdict } from "./sequence.ts";
export type { KeyedFrameKind, SubscriptionVerdict } from "./subscription.ts";
export { type SendingTracker, trackSending } from "./track-sending.ts";
export {
  type SequenceTracker,
  type TrackSequenceOptions,
  trackSequence,
} from "./track-sequence.ts";
export { type SubscriptionTracker, trackSubscription } from "./track-subscription.ts";
