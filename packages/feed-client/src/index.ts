export type { FeedCredentials, FeedKeys } from "./credentials/feed-credentials.ts";
export type { FeedErrorCode } from "./feed-error.ts";
export { FeedError, feedErrorCodes } from "./feed-error.ts";
export { type FeedTransportOptions, feedTransport } from "./feed-transport.ts";
export type { FeedEnding, FeedEvent, FeedListener } from "./session/feed-event.ts";
