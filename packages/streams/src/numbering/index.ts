export type { Divergence, ResumeCheck, ResumeStart } from "./check-resume.ts";
export { checkResume } from "./check-resume.ts";
export type {
  SequencePosition,
  SequenceRule,
  SequenceStep,
  SequenceVerdict,
} from "./sequence.ts";
export {
  acceptData,
  acceptRepeat,
  acceptWatermark,
  resumePoint,
  startSequence,
} from "./sequence.ts";
export type {
  KeyedFrameKind,
  KeyState,
  SubscriptionStep,
  SubscriptionVerdict,
} from "./subscription.ts";
export { acceptKeyed, subscribedKey } from "./subscription.ts";
export { type SendingTracker, trackSending } from "./track-sending.ts";
export type { SequenceTracker, TrackSequenceOptions } from "./track-sequence.ts";
export { trackSequence } from "./track-sequence.ts";
export type { SubscriptionTracker } from "./track-subscription.ts";
export { trackSubscription } from "./track-subscription.ts";
