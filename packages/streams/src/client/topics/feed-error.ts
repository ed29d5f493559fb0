import { SpecwrightError } from "@specwright/runtime";

/** The reasons for which a feed fails, or a topic of it. */
export type FeedErrorCode =
  | "unknown_topic"
  | "invalid_parameters"
  | "duplicate_topic"
  | "missing_hook"
  | "topic_refused"
  | "topic_unanswered"
  | "snapshot_missing"
  | "missing_credentials"
  | "invalid_credentials"
  | "unsupported_platform"
  | "feed_refused"
  | "feed_closed";

/** Every code with its meaning. */
export const feedErrorCodes: Readonly<Record<FeedErrorCode, string>> = {
  unknown_topic: "The contract has no topic of this name.",
  invalid_parameters:
    "A parameter of a topic is missing, unknown or of another type, or the url is none of WebSockets.",
  duplicate_topic: "The topic is already subscribed, with the same parameters.",
  missing_hook: "The contract names code that checks books, and the transport was given none.",
  topic_refused: "The server refused the subscription.",
  topic_unanswered: "The server did not answer the subscription, several times.",
  snapshot_missing: "The server did not send the snapshot of a topic in time.",
  missing_credentials: "The topic is for the holder of credentials only, and there are none.",
  invalid_credentials: "The credentials are not those that the contract needs, or cannot be used.",
  unsupported_platform:
    "The platform cannot do what the contract asks for, such as setting headers.",
  feed_refused: "The server refused the connection or the credentials, and trying again is no use.",
  feed_closed: "The feed was closed, or has failed.",
};

/** Thrown for a feed that ended, or a topic that cannot be subscribed. */
export class FeedError extends SpecwrightError<FeedErrorCode> {
  override readonly name: string = "FeedError";
  /** The code that the server sent, if it did. */
  readonly serverCode?: string;

  constructor(
    code: FeedErrorCode,
    message: string,
    options: { readonly cause?: unknown; readonly serverCode?: string | undefined } = {},
  ) {
    super(code, message, options.cause === undefined ? {} : { cause: options.cause });
    if (options.serverCode !== undefined) this.serverCode = options.serverCode;
  }
}
