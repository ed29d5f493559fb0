export type { SequenceRule } from "./sequence.ts";
export type { KeyedFrameKind, SubscriptionVerdict } from "./subscription.ts";
export { type SendingTracker, trackSending } from "./track-sending.ts";
export type { SubscriptionTracker } from "./track-subscription.ts";
export { trackSubscription } from "./track-subscription.ts";
