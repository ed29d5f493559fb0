// One connection to a channel, and what its frames have reported about the connection.

import { detach, StreamError } from "@specwright/runtime";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import { Connection } from "./connection/connection.ts";
import type { Ending } from "./connection/ending.ts";
import type { Upgrade } from "./create-upgrade.ts";
import { beatInterval, type ErrorReport, type ReceivedFrame, readError } from "./read-frame.ts";
import type { StreamEnvironment } from "./stream-environment.ts";
import type { AnswerHeaders } from "./stream-socket.ts";

/** The channel of a connection, its credentials, and its callbacks. */
export interface StreamConnectionInput extends Upgrade {
  readonly environment: StreamEnvironment;
  readonly channel: ChannelDescriptor;
  readonly resuming: boolean;
  readonly expectsMessages?: () => boolean;
  readonly onOpen: (headers: AnswerHeaders) => void;
  /** Called with the bytes of a text frame, or undefined and the bytes of a binary frame. */
  readonly onFrame: (text: Uint8Array | undefined, binary: Uint8Array | undefined) => void;
  readonly onEnd: (ending: Ending) => void;
}

/** One connection to a channel. */
export class StreamConnection extends Connection {
  /** Whether a frame has arrived that this reader had not received before. */
  received = false;
  lastError: ErrorReport | undefined;
  /** Whether a resume point was sent. */
  readonly resuming: boolean;
  readonly #channel: ChannelDescriptor;

  /**
   * Connects.
   *
   * @throws StreamError `unsupported_platform` if headers are needed but the platform cannot set them, such
   * as a browser.
   */
  constructor({
    environment,
    channel,
    resuming,
    expectsMessages,
    ...input
  }: StreamConnectionInput) {
    const { heartbeatMs, requestTimeoutMs } = environment;
    const { heartbeats = [], endings, feed } = channel;
    super({
      ...environment,
      ...input,
      life: {
        // On channels with topics, the interval in messages (`every`) is ignored.
        heartbeats:
          feed === undefined
            ? heartbeats
            : heartbeats.filter(({ everyMs }) => everyMs !== undefined),
        maxAgeMs: endings?.maxAgeMs,
        intervalMs: heartbeatMs,
        probeMs: heartbeatMs,
        answerMs: requestTimeoutMs,
        ...(expectsMessages !== undefined && { expectsMessages }),
      },
    });
    this.#channel = channel;
    this.resuming = resuming;
    const names = Object.keys(input.headers).filter((name) => !isProtocol(name));
    if (this.setsHeaders || names.length === 0) return;
    this.abandon({ kind: "failed", error: undefined });
    const message = `The contract needs the upgrade headers ${names.join(", ")}, which this platform (like browsers) cannot set. Connect to a relay that adds them.`;
    throw new StreamError("unsupported_platform", message, { channelId: channel.id });
  }

  /** Records the information about the connection in a frame without a number. */
  note(frame: ReceivedFrame): void {
    // The error is copied, because it lives as long as the connection, and must not keep its frame in
    // memory.
    this.lastError = detach(readError(this.#channel, frame)) ?? this.lastError;
    const intervalMs = beatInterval(this.#channel, frame);
    if (intervalMs !== undefined) this.announce(intervalMs);
  }
}

/** Reports whether a header is `Sec-WebSocket-Protocol`, which every platform can set. */
function isProtocol(name: string): boolean {
  return name.toLowerCase() === "sec-websocket-protocol";
}
