// A connection to a channel for which the application has a handler.

import { type ChannelParameters, StreamError, type UnknownMessage } from "@specwright/runtime";
import type { ServerConnection, ServerStream } from "@specwright/runtime/codegen";
import {
  declaredOnly,
  encodeMessage,
  type MessageDescriptor,
  type Undeclared,
} from "@specwright/runtime/transport";
import { binaryFrame, textFrames } from "../connection/frame-batch.ts";
import { readClientFrame } from "../connection/read-client-frame.ts";
import type { StreamConnection } from "../connection/stream-connection.ts";
import type { StreamSession } from "../connection/stream-session.ts";
import {
  type AnsweredRequest,
  AnsweredRequests,
  correlateReply,
  MAX_UNREAD,
} from "./answered-requests.ts";

interface HandlerShape<Context> {
  // A method, so that handlers for narrower messages and parameters are assignable.
  handle(
    stream: ServerStream<unknown, unknown>,
    parameters: ChannelParameters,
    context: Context,
  ): void | Promise<void>;
}

/**
 * Serves a connection of a channel. When the returned promise resolves, the connection is closed with 1000.
 */
export type ChannelHandler<Context> = HandlerShape<Context>["handle"];

export interface HandlerSessionInput {
  readonly connection: StreamConnection;
  readonly handle: (stream: ServerStream<unknown, unknown>) => void | Promise<void>;
  /** The requests of this connection that have a handler. */
  readonly requests: readonly AnsweredRequest[];
  readonly undeclared: Undeclared;
}

/** The session of a connection to a channel with a handler. */
export class HandlerSession implements StreamSession {
  readonly #input: HandlerSessionInput;
  readonly #unread: unknown[] = [];
  readonly #ended = new AbortController();
  /** The connection that the handler receives. */
  readonly #outbound: ServerConnection<unknown>;
  #wake: (() => void) | undefined;
  readonly #requests: AnsweredRequests;
  /** Members that the channel adds to messages. They are kept even if a schema does not declare them. */
  readonly #kept: readonly string[];
  #finishing = false;

  readonly replaying = false;
  readonly takesData = true;

  constructor(input: HandlerSessionInput) {
    this.#input = input;
    const { discriminator, requests = [] } = input.connection.channel;
    this.#kept = [
      ...(discriminator === undefined ? [] : [discriminator]),
      ...requests.flatMap(({ correlation }) => String(correlation?.reply[0] ?? "")),
    ];
    this.#outbound = this.#connection();
    this.#requests = this.#answeredRequests();
  }

  start(): void {
    this.#runHandler().catch((error: unknown) => this.#input.connection.failInternally(error));
  }

  heartbeat(): void {
    const { connection } = this.#input;
    connection.sendControl({ kind: "heartbeat", intervalMs: connection.heartbeatMs });
  }

  receive(data: Buffer, binary: boolean): void {
    const { connection } = this.#input;
    const frame = readClientFrame(connection.channel, data, binary);
    const handled =
      frame.ok && this.#input.requests.find(({ request }) => request.messages.includes(frame.id));
    if (handled) {
      // While the server is closing, requests are dropped. The client notices that when the connection
      // closes.
      if (!this.#finishing) this.#requests.answer(handled, frame.message);
      return;
    }
    this.#unread.push(frame.ok ? frame.message : unknownMessage(frame.received, frame.issues));
    if (this.#unread.length >= MAX_UNREAD) connection.pause();
    this.#wake?.();
  }

  #answeredRequests(): AnsweredRequests {
    const { connection } = this.#input;
    return new AnsweredRequests({
      get open() {
        return connection.open;
      },
      outbound: this.#outbound,
      reply: (value, request, message) =>
        this.#sendMessage(
          correlateReply(request, message, value),
          connection.channel.serverMessages.filter(({ id }) => request.replies.includes(id)),
        ),
      fail: (error) => connection.failInternally(error),
      full: () => {
        connection.log("warn", "requests_unanswered");
        connection.pause();
      },
      drained: () => {
        if (this.#unread.length === 0) connection.resume();
      },
    });
  }

  async finish(): Promise<void> {
    this.#finishing = true;
    await this.#requests.finish();
  }

  lastSeq(): undefined {
    return undefined;
  }

  stop(): void {
    this.#ended.abort();
    this.#wake?.();
  }

  async #runHandler(): Promise<void> {
    const { connection, handle } = this.#input;
    const stream = { ...this.#outbound, [Symbol.asyncIterator]: () => this.#messages() };
    await handle(stream);
    connection.end(1000, "");
  }

  #connection(): ServerConnection<unknown> {
    const { connection } = this.#input;
    return {
      signal: this.#ended.signal,
      send: (message) => this.#sendMessage(message),
      trySend: (message) => this.#trySend(message),
      async close(code = 1000, reason = "") {
        connection.end(code, reason);
        await connection.closed;
      },
    };
  }

  async #sendMessage(message: unknown, among?: readonly MessageDescriptor[]): Promise<void> {
    const { connection } = this.#input;
    if (!this.#trySend(message, among)) {
      throw new StreamError("stream_closed", "the connection is closed", { sent: false });
    }
    await connection.writable();
  }

  /** Sends a message. It must be one of `among`; by default, any message of the channel. */
  #trySend(message: unknown, among?: readonly MessageDescriptor[]): boolean {
    const { connection, undeclared } = this.#input;
    const { channel } = connection;
    if (!connection.open) return false;
    const frame = encodeMessage(
      channel,
      among ?? channel.serverMessages,
      message,
      ({ codec }, value) => declaredOnly(codec, value, undeclared, this.#kept),
    );
    connection.send(message instanceof Uint8Array ? binaryFrame(frame) : textFrames([frame]));
    return connection.open;
  }

  async *#messages(): AsyncGenerator<unknown> {
    for (;;) {
      while (this.#unread.length > 0) {
        yield this.#unread.shift();
        if (this.#unread.length === 0 && this.#requests.size < MAX_UNREAD) {
          this.#input.connection.resume();
        }
      }
      if (this.#ended.signal.aborted) return;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}

function unknownMessage(
  received: unknown,
  issues: readonly { readonly message: string; readonly pointer: string }[],
): UnknownMessage {
  const reason = issues.map(({ message, pointer }) => `${pointer} ${message}`.trim()).join("; ");
  return { type: "$unknown", received, reason };
}
