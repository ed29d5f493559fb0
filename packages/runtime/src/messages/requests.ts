// Requests over an open channel: sends a message and waits for its answer.

import { messageIssues } from "../checks/union-issues.ts";
import type { ChannelDescriptor, RequestDescriptor } from "../codegen/channel.ts";
import type { MessageSender, ReplyTaker } from "../codegen/channel-stream.ts";
import { CodecError } from "../errors/codec-error.ts";
import { StreamError } from "../errors/stream-error.ts";
import { valueAt } from "../json/json-pointer.ts";
import { memberAt, memberOf, withMember } from "../json/member-of.ts";
import { type Clock, systemClock } from "../world/clock.ts";
import { encodeMessage } from "./encode-message.ts";

/** Options for one request. */
export interface RequestOptions {
  /** How long to wait for the reply, in milliseconds. Default 30,000. */
  readonly timeoutMs?: number;
  /**
   * Cancels the request. A request that was not written yet is never sent. If the request was written, the
   * server may have acted on it, and `sent` of the error is true.
   */
  readonly signal?: AbortSignal;
  readonly clock?: Clock;
}

/**
 * A message type in which the correlation id may be left out, because the client adds it. `Id` is the name
 * of the id's member, or the path to it.
 */
export type Uncorrelated<T, Id extends string | readonly string[]> = T extends unknown
  ? Id extends readonly [infer Name extends string, ...infer Rest extends readonly string[]]
    ? Rest extends readonly []
      ? Uncorrelated<T, Name>
      : WithMember<T, Name, Name extends keyof T ? Uncorrelated<NonNullable<T[Name]>, Rest> : never>
    : Omit<T, Id & string> & Partial<Pick<T, Id & keyof T>>
  : never;

/**
 * A type in which one member is replaced. The member is optional if no part of its new type is required.
 */
type WithMember<T, Name extends string, Member> = Omit<T, Name> &
  (Record<never, never> extends Member
    ? { readonly [Key in Name]?: Member }
    : Record<never, never> extends Pick<T, Name & keyof T>
      ? { readonly [Key in Name]?: Member }
      : { readonly [Key in Name]: Member });

/** Sends a request and resolves with its reply. */
export type RequestMethod<Request, Reply> = (
  message: Request,
  options?: RequestOptions,
) => Promise<Reply>;

/** An open channel or feed, and the source of its request methods. */
export interface RequestStream<Stream> {
  readonly stream: Stream;
  /** Creates the method of an operation of the channel. */
  method<Request, Reply>(name: string): RequestMethod<Request, Reply>;
}

const DEFAULT_TIMEOUT_MS = 30_000;
/** The first id of these requests on a feed. Requests for topics use lower ids, from 1. */
const FIRST_FEED_ID = 2 ** 30;

interface Settle {
  readonly resolve: (reply: unknown) => void;
  readonly reject: (error: unknown) => void;
}

interface Waiting {
  readonly request: RequestDescriptor;
  readonly id: unknown;
  /**
   * Undefined once the caller has stopped waiting. The request stays in the list, so that replies still
   * match their requests by order.
   */
  settle: Settle | undefined;
  /** Whether the request was written to a connection. */
  isSent: boolean;
}

/**
 * Opens a channel or feed that has operations with replies. Calls `open` with the receiver of the replies.
 */
export function openRequests<Stream extends MessageSender>(
  channel: ChannelDescriptor,
  open: (replies: ReplyTaker) => Stream,
): RequestStream<Stream> {
  const { id: channelId } = channel;
  const waiting = new Set<Waiting>();
  let count = channel.feed === undefined ? 0 : FIRST_FEED_ID;
  /** Whether unread messages have stopped the reading from the socket, so that no reply can arrive. */
  let isUnread = false;

  function take(message: unknown, messageId: string | undefined): boolean {
    if (messageId === undefined) return takeUnknown(memberOf(message, "received"));
    for (const one of waiting) {
      const { replies, correlation } = one.request;
      if (!replies.includes(messageId)) continue;
      if (correlation !== undefined && !isSameId(memberAt(message, correlation.reply), one.id))
        continue;
      waiting.delete(one);
      one.settle?.resolve(message);
      return true;
    }
    return takeMistaken(message, messageId);
  }

  /**
   * Rejects the request whose id occurs in the reply of a different operation, or in the message with which
   * a feed refuses requests. All other messages are ignored, because a message with the id need not answer
   * the request: it may report progress, for example.
   */
  function takeMistaken(message: unknown, messageId: string): boolean {
    const { messages, text } = channel.feed?.subscription.refusal ?? {};
    const isRefusal = messages?.includes(messageId) === true;
    const isReply = channel.requests?.some(({ replies }) => replies.includes(messageId));
    if (!isRefusal && !isReply) return false;
    for (const one of waiting) {
      const { correlation, name } = one.request;
      if (correlation === undefined || !one.isSent) continue;
      if (!isSameId(memberAt(message, correlation.reply), one.id)) continue;
      waiting.delete(one);
      const options = { channelId, sent: true, cause: message };
      const error = isRefusal
        ? new StreamError(
            "request_refused",
            String((text && valueAt(message, text)) ?? messageId),
            options,
          )
        : new StreamError(
            "reply_invalid",
            `message "${messageId}" has the id of the request, but is not a reply of "${name}"`,
            options,
          );
      one.settle?.reject(error);
      return true;
    }
    return false;
  }

  /** Settles the request to which a message replies that is unknown or breaks its schema. */
  function takeUnknown(received: unknown): boolean {
    for (const one of waiting) {
      if (!isReplyTo(channel, one, received)) continue;
      waiting.delete(one);
      const read = readReply(channel, one.request, received);
      if ("reply" in read) one.settle?.resolve(read.reply);
      else one.settle?.reject(read.error);
      return true;
    }
    return false;
  }

  function lost(why: string, closeCode?: number): void {
    for (const one of waiting) {
      if (!one.isSent) continue;
      waiting.delete(one);
      const code = closeCode === undefined ? {} : { closeCode };
      one.settle?.reject(replyLost(channelId, { why, ...code }));
    }
  }

  function blocked(isBlocked: boolean): void {
    isUnread = isBlocked;
  }

  const encode: ReplyTaker["encode"] = (message) =>
    encodeMessage(channel, channel.clientMessages, message);
  const stream = open({ encode, take, lost, blocked });

  async function sendRequest(
    request: RequestDescriptor,
    given: unknown,
    { timeoutMs = DEFAULT_TIMEOUT_MS, signal, clock = systemClock }: RequestOptions,
  ): Promise<unknown> {
    if (signal?.aborted) throw requestAborted(channelId, signal, false);
    count += 1;
    const { message, id } = withCorrelationId(request, given, count);
    const one: Waiting = { request, id, settle: undefined, isSent: false };
    const replied = new Promise<unknown>((resolve, reject) => {
      one.settle = { resolve, reject };
    });
    const withdrawing = new AbortController();
    waiting.add(one);
    const giveUp = (error: StreamError): void => {
      one.settle?.reject(error);
      one.settle = undefined;
      withdrawing.abort();
      // If replies have no ids, a sent request stays in the list. Otherwise its late reply would be taken
      // for the reply of the next request.
      if (request.correlation !== undefined || !one.isSent) waiting.delete(one);
    };
    const onAbort = (): void => giveUp(requestAborted(channelId, signal, one.isSent));
    signal?.addEventListener("abort", onAbort);
    const cancel = clock.setTimer(timeoutMs, () => {
      const options = { channelId, sent: one.isSent };
      const why = isUnread ? ": iterate the channel, because unread messages block reading" : "";
      giveUp(new StreamError("reply_timeout", `no reply in ${timeoutMs} ms${why}`, options));
    });
    const onWritten = (): void => {
      one.isSent = true;
    };
    stream.send(message, { signal: withdrawing.signal, onWritten }).catch((error: unknown) => {
      waiting.delete(one);
      one.settle?.reject(one.isSent ? replyLost(channelId, { cause: error }) : error);
    });
    try {
      return await replied;
    } finally {
      cancel();
      signal?.removeEventListener("abort", onAbort);
    }
  }

  return {
    stream,
    method<Request, Reply>(name: string): RequestMethod<Request, Reply> {
      const request = channel.requests?.find((one) => one.name === name);
      if (request === undefined) throw new TypeError(`channel ${channelId} has no request ${name}`);
      // The cast is safe: the codec has validated the reply, and the generated method connects the
      // types.
      return async (message, given = {}) => (await sendRequest(request, message, given)) as Reply;
    },
  };
}

/**
 * Reports whether a received value has the id or the mark of a reply, although it is not a valid message.
 */
function isReplyTo(
  { discriminator, serverMessages }: ChannelDescriptor,
  { request: { replies, correlation }, id, isSent }: Waiting,
  received: unknown,
): boolean {
  if (!isSent) return false;
  if (correlation !== undefined) {
    return isSameId(memberAt(received, correlation.reply), id);
  }
  return serverMessages.some(
    (one) =>
      replies.includes(one.id) &&
      ((one.tag !== undefined && memberOf(received, discriminator ?? "") === one.tag) ||
        one.mark?.values.some((value) => value === memberAt(received, one.mark?.path ?? []))),
  );
}

/** Compares ids. Schemas may read ids as numbers, bigints or texts. */
function isSameId(found: unknown, id: unknown): boolean {
  return found === id || (found != null && String(found) === String(id));
}

/**
 * Reads a received value as the reply of a request. The value may also match other messages of the channel.
 */
function readReply(
  { id: channelId, serverMessages }: ChannelDescriptor,
  { replies }: RequestDescriptor,
  received: unknown,
): { readonly reply: unknown } | { readonly error: StreamError } {
  const found: CodecError[] = [];
  for (const { id, codec } of serverMessages) {
    if (!replies.includes(id)) continue;
    try {
      return { reply: codec.parse(received) };
    } catch (error) {
      if (!(error instanceof CodecError)) throw error;
      found.push(error);
    }
  }
  const cause = new CodecError("decode", messageIssues(found.map(({ issues }) => issues)));
  const options = { channelId, sent: true, cause };
  return { error: new StreamError("reply_invalid", cause.message, options) };
}

function replyLost(
  channelId: string,
  {
    why,
    ...known
  }: {
    readonly why?: string;
    readonly closeCode?: number;
    readonly cause?: unknown;
  },
): StreamError {
  const how = why === undefined ? "" : ` (${why})`;
  const message = `the connection ended before the reply${how}; the server may have acted`;
  return new StreamError("reply_lost", message, { channelId, sent: true, ...known });
}

function requestAborted(
  channelId: string,
  signal: AbortSignal | undefined,
  sent: boolean,
): StreamError {
  const options = { channelId, sent, cause: signal?.reason };
  return new StreamError("reply_aborted", "the caller's signal aborted the request", options);
}

/** Returns the id of a message. If the message has no id, adds a new id. */
function withCorrelationId(
  { correlation }: RequestDescriptor,
  message: unknown,
  count: number,
): { readonly message: unknown; readonly id: unknown } {
  if (correlation === undefined) return { message, id: undefined };
  const { request: path, as } = correlation;
  const given = memberAt(message, path);
  if (given !== undefined) return { message, id: given };
  const id = as === undefined ? crypto.randomUUID() : as === "number" ? count : BigInt(count);
  return { message: withMember(message, path, id), id };
}
