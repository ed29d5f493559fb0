export type { SequenceRule } from "./sequence.ts";
export {
  type KeyedFrameKind,
  type SubscriptionTracker,
  type SubscriptionVerdict,
  trackSubscription,
} from "./subscription.ts";
export { type SendingTracker, trackSending } from "./track-sending.ts";
