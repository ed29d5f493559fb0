import { stringifyJson } from "@specwright/runtime";
import { streamTransport } from "@specwright/streams/client";
import { createStreamsClient } from "@specwright/streams-api/client";
import type { ConnectionSettings } from "./connection-settings.ts";
import { describeFrame } from "./describe-frame.ts";
import { describeStreamEvent } from "./describe-stream-event.ts";
import { type AnyFrame, type OpenSelection, openSelection } from "./open-selection.ts";
import type { TailSelection } from "./tail-selection.ts";

/** The output of a command, and the signal that stops the command. */
export interface TailTerminal {
  /** Writes a line of standard output; resolves when more may be written. */
  out(line: string): Promise<void>;
  /** Writes a line of standard error. */
  err(line: string): void;
  /** Aborts when the user interrupts. */
  readonly signal: AbortSignal;
}

export interface TailOptions {
  readonly connection: ConnectionSettings;
  readonly selection: TailSelection;
  /** Whether to print frames as JSON with exact numbers instead of lines for people. */
  readonly json: boolean;
}

/** The number of consecutive failed attempts after which the program stops trying to reach a server. */
export const MAX_ATTEMPTS = 10;

/**
 * Prints the frames of a channel when they arrive, until the signal aborts or the server ends the stream.
 * Rejects with `StreamError` if reconnecting does not help.
 */
export async function tail(options: TailOptions, terminal: TailTerminal): Promise<void> {
  const { connection, selection, json } = options;
  const stream = openSelection(
    (mode) =>
      createStreamsClient(
        streamTransport({
          ...connection,
          maxAttempts: MAX_ATTEMPTS,
          ...(mode === "lenient"
            ? { onTooOld: "live", onEvent: () => {} }
            : {
                onEvent: (event) => terminal.err(`${event.channel}: ${describeStreamEvent(event)}`),
              }),
        }),
      ),
    selection,
  );
  if (selection.channel === "market-data" && selection.markets.length === 0) {
    terminal.err("marketData: no --market given, following every market that /events announces");
  }
  try {
    await printFrames(stream, json, terminal);
  } finally {
    await stream.close();
  }
}

async function printFrames(
  stream: OpenSelection,
  json: boolean,
  terminal: TailTerminal,
): Promise<void> {
  const { signal } = terminal;
  // Closing the stream ends the iteration, even while it waits for a frame.
  const close = (): void => void stream.close();
  signal.addEventListener("abort", close, { once: true });
  if (signal.aborted) close();
  try {
    for await (const frame of stream) {
      await terminal.out(json ? jsonLine(frame, terminal) : describeFrame(frame));
      if (signal.aborted) return;
    }
  } finally {
    signal.removeEventListener("abort", close);
  }
}

function jsonLine(frame: AnyFrame, terminal: TailTerminal): string {
  if (frame.type !== "$unknown") return stringifyJson(frame);
  terminal.err(`unknown frame: ${frame.reason}`);
  return stringifyJson(frame.received);
}

/**
 * Describes the error that ended a command in one line. The messages of this project's errors begin with
 * their code.
 */
export function describeFailure(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
