// The requests of a connection that handlers answer, on channels and feeds.

import type { ServerConnection } from "@specwright/runtime/codegen";
import { memberAt, type RequestDescriptor, withMember } from "@specwright/runtime/transport";

/** A request, and the function that returns its reply. */
export interface AnsweredRequest {
  readonly request: RequestDescriptor;
  readonly answer: (message: unknown, connection: ServerConnection<unknown>) => unknown;
}

/** The part of a connection that answers to requests use. */
export interface RequestPeer {
  readonly open: boolean;
  /** The connection in the form that handlers receive. */
  readonly outbound: ServerConnection<unknown>;
  /** Sends a reply, which must be one of the replies to the request. */
  reply(value: unknown, request: RequestDescriptor, message: unknown): void | Promise<void>;
  /** Ends the connection because of an error of the server. */
  fail(error: unknown): void;
  /** Called when the number of unanswered requests reaches its limit. */
  full(): void;
  /** Called when all requests are answered. */
  drained(): void;
}

/** The maximum number of unread or unanswered frames before reading stops. */
export const MAX_UNREAD = 256;

/** Answers the requests of one connection. */
export class AnsweredRequests {
  readonly #peer: RequestPeer;
  readonly #unanswered = new Set<Promise<void>>();
  /** The last reply to a request without an id: the next reply must wait for it. */
  #inOrder: Promise<void> = Promise.resolve();

  constructor(peer: RequestPeer) {
    this.#peer = peer;
  }

  /** The number of unanswered requests. */
  get size(): number {
    return this.#unanswered.size;
  }

  /** Answers a request. An error of its handler ends the connection. */
  answer({ request, answer }: AnsweredRequest, message: unknown): void {
    const { correlation } = request;
    const replied = (async () => answer(message, this.#peer.outbound))();
    const before = correlation === undefined ? this.#inOrder : undefined;
    const sent = (async () => {
      const reply = await replied;
      await before;
      if (this.#peer.open) await this.#peer.reply(reply, request, message);
    })();
    const done = sent.catch((error: unknown) => this.#peer.fail(error));
    if (correlation === undefined) this.#inOrder = done;
    this.#unanswered.add(done);
    if (this.#unanswered.size === MAX_UNREAD) this.#peer.full();
    void done.then(() => {
      this.#unanswered.delete(done);
      if (this.#unanswered.size === 0) this.#peer.drained();
    });
  }

  /** Resolves when all requests are answered. */
  async finish(): Promise<void> {
    await Promise.all(this.#unanswered);
  }
}

/** Copies the id of the request into its reply, because the caller waits for this id. */
export function correlateReply(
  { correlation }: RequestDescriptor,
  message: unknown,
  reply: unknown,
): unknown {
  const id = correlation && memberAt(message, correlation.request);
  return correlation === undefined || id === undefined
    ? reply
    : withMember(reply, correlation.reply, id);
}
