import { StreamError } from "@specwright/runtime";

/**
 * Creates the error for a call on a channel that has ended. `cause` is the error that ended the channel, if
 * any.
 */
export function closedError(channelId: string, cause: unknown): StreamError {
  const why = cause instanceof Error ? `: ${cause.message}` : "";
  const options = { channelId, sent: false, ...(cause !== undefined && { cause }) };
  return new StreamError("stream_closed", `the channel is closed${why}`, options);
}

/** Creates the error that ends a channel whose signal has aborted. */
export function abortedError(channelId: string, { reason }: AbortSignal): StreamError {
  const options = { channelId, cause: reason };
  return new StreamError("stream_aborted", "the caller's signal aborted", options);
}
