// Answers the requests of a connection by handlers, on channels with and without topics.

import type { ServerConnection } from "@specwright/runtime/codegen";
import { memberAt, type RequestDescriptor, withMember } from "@specwright/runtime/transport";

/** A kind of request, and the function that answers it. */
export interface AnsweredRequest {
  readonly request: RequestDescriptor;
  readonly answer: (message: unknown, connection: ServerConnection<unknown>) => unknown;
}

/** The parts of a connection that are needed to answer requests. */
export interface RequestPeer {
  readonly open: boolean;
  /** The connection that handlers receive. */
  readonly outbound: ServerConnection<unknown>;
  /** Sends a reply. It must be one of the replies that the contract allows for the request. */
  reply(value: unknown, request: RequestDescriptor, message: unknown): void | Promise<void>;
  /** Ends the connection because of an error of the server. */
  fail(error: unknown): void;
  /** Called when too many requests are unanswered. */
  full(): void;
  /** Called when all requests are answered. */
  drained(): void;
}

/** If this number of frames is unread or unanswered, reading is paused. */
export const MAX_UNREAD = 256;

/** Answers the requests of one connection. */
export class AnsweredRequests {
  readonly #peer: RequestPeer;
  readonly #unanswered = new Set<Promise<void>>();
  /**
   * Resolves when the last request without an id is answered. The next reply without an id waits for it.
   */
  #inOrder: Promise<void> = Promise.resolve();

  constructor(peer: RequestPeer) {
    this.#peer = peer;
  }

  /** The number of unanswered requests. */
  get size(): number {
    return this.#unanswered.size;
  }

  /** Answers a request. If its handler throws an error, ends the connection. */
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

/** Copies the id of a request to its reply. The client finds its request by this id. */
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
