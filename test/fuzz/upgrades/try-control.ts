import { setImmediate } from "node:timers/promises";
import { clientFrame, closeFrame, opcodes } from "./client-frame.ts";
import type { ControlCase, Step } from "./control-case.ts";
import { channelOf, closeCodeOf, judgeFrame, judgeSecrecy } from "./judge.ts";
import { openRawSocket, type RawSocket } from "./raw-socket.ts";
import { Finding, readFrames, readHttp, type ServerFrame } from "./read-answer.ts";
import { requestBytes, signedRequest } from "./wire-request.ts";

/** The number of invalid frames within a minute that ends a connection (S10). */
const MOST_INVALID = 16;

/**
 * Opens a connection, sends the steps of a case, and checks the responses.
 * @throws Finding
 */
export async function tryControl(port: number, given: ControlCase): Promise<void> {
  const { party, target, steps } = given;
  const channel = channelOf(target);
  if (channel === undefined) throw new Error(`${target} names no channel`);
  const socket = await openRawSocket(port);
  try {
    socket.write(requestBytes(signedRequest(party, target, Date.now())));
    const answer = await socket.until("an answer", () => readHttp(socket.bytes()));
    if (answer.status !== 101) throw new Finding(`it was refused: ${answer.body}`);
    const reader = frameReader(socket, answer.end, (frame) => judgeFrame(channel, frame));
    for (const [at, step] of steps.entries()) {
      try {
        if (!(await take(socket, reader, step, at))) return;
      } catch (error) {
        if (!(error instanceof Finding)) throw error;
        throw new Finding(`step ${at + 1} (${step.effect.kind}): ${error.message}`);
      }
    }
    socket.write(closeFrame(1000));
    await closedWith(socket, reader, [1000]);
  } finally {
    judgeSecrecy(socket.bytes(), party);
    socket.destroy();
  }
}

interface FrameReader {
  /** The number of error frames about invalid frames so far. */
  readonly invalid: number;
  /** The close frame, once received. */
  readonly closed: ServerFrame | undefined;
  /** Reports whether a pong with a payload was received. */
  ponged(payload: string): boolean;
  /** Processes newly received bytes. */
  read(): void;
}

function frameReader(
  socket: RawSocket,
  start: number,
  judge: (frame: ServerFrame) => string | undefined,
): FrameReader {
  let at = start;
  let invalid = 0;
  let closed: ServerFrame | undefined;
  const pongs = new Set<string>();
  return {
    get invalid() {
      return invalid;
    },
    get closed() {
      return closed;
    },
    ponged: (payload) => pongs.has(payload),
    read() {
      const { frames, end } = readFrames(socket.bytes(), at);
      at = end;
      for (const frame of frames) {
        if (closed !== undefined) throw new Finding("a frame came behind the close frame");
        if (judge(frame) === "invalid_frame") invalid += 1;
        if (frame.opcode === opcodes.pong) pongs.add(frame.payload.toString("latin1"));
        if (frame.opcode === opcodes.close) closed = frame;
      }
    },
  };
}

/** Sends a step; returns true if the connection continues. */
async function take(
  socket: RawSocket,
  reader: FrameReader,
  { writes, effect }: Step,
  at: number,
): Promise<boolean> {
  const before = reader.invalid;
  for (const [part, bytes] of writes.entries()) {
    if (part > 0) await setImmediate();
    socket.write(bytes);
  }
  switch (effect.kind) {
    case "ends":
      await closedWith(socket, reader, effect.codes);
      return false;
    case "garbage":
      socket.end();
      await socket.until("the end", () => (socket.closed ? true : undefined));
      reader.read();
      return false;
    case "keeps":
    case "may-refuse":
      break;
    default:
      effect satisfies never;
  }
  // A pong after the step shows that the server has processed it.
  const mark = `after step ${at + 1}`;
  socket.write(clientFrame({ opcode: opcodes.ping, payload: Buffer.from(mark) }));
  const goesOn = await socket.until("a pong", () => {
    reader.read();
    if (reader.closed !== undefined) return false;
    return reader.ponged(mark) ? true : undefined;
  });
  const more = reader.invalid - before;
  if (more > (effect.kind === "keeps" ? 0 : 1)) throw new Finding(`it was refused ${more} times`);
  if (goesOn === reader.invalid >= MOST_INVALID) {
    throw new Finding(
      `${goesOn ? "the connection stayed open" : "the connection was closed"} after ${reader.invalid} refusals`,
    );
  }
  if (!goesOn) await closedWith(socket, reader, [1008]);
  return goesOn;
}

async function closedWith(
  socket: RawSocket,
  reader: FrameReader,
  codes: readonly number[],
): Promise<void> {
  await socket.until(`a close with ${codes.join(" or ")}`, () => {
    reader.read();
    return reader.closed !== undefined || socket.closed ? true : undefined;
  });
  if (reader.closed === undefined) throw new Finding("it was closed without a close frame");
  const code = closeCodeOf(reader.closed);
  if (!codes.includes(code)) throw new Finding(`it was closed with ${code}, not ${codes.join()}`);
  // A client that waits for the server to close sees it close.
  socket.write(closeFrame(1000));
  await socket.until("the end", () => (socket.closed ? true : undefined));
}
