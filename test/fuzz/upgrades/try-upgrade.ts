import { setImmediate } from "node:timers/promises";
import { closeFrame, opcodes } from "./client-frame.ts";
import { channelOf, judgeClose, judgeFrame, judgeRefusal, judgeSecrecy } from "./judge.ts";
import { openRawSocket, type RawSocket } from "./raw-socket.ts";
import { Finding, type HttpAnswer, readFrames, readHttp } from "./read-answer.ts";
import type { UpgradeCase } from "./upgrade-case.ts";
import { handshakeAccept } from "./wire-request.ts";

/** The time after which a possibly incomplete request is ended, in milliseconds. */
const TIMEOUT_MS = 25;

/**
 * Sends an upgrade, checks the response and returns it.
 * @throws Finding
 */
export async function tryUpgrade(port: number, given: UpgradeCase): Promise<string> {
  const socket = await openRawSocket(port);
  let ended = false;
  const timeout =
    given.effect === "unsure"
      ? setTimeout(() => {
          ended = true;
          socket.end();
        }, TIMEOUT_MS)
      : undefined;
  try {
    for (const [at, bytes] of given.writes.entries()) {
      if (at > 0) await setImmediate();
      socket.write(bytes);
    }
    const answer = await socket.until("an answer", () => {
      return readHttp(socket.bytes()) ?? (socket.closed ? "none" : undefined);
    });
    clearTimeout(timeout);
    if (answer === "none") {
      if (given.effect !== "unsure") throw new Finding("it was closed without an answer");
      judgeSecrecy(socket.bytes(), undefined);
      return ended ? "ended" : "cut";
    }
    if (answer.status === 101) return await checkAccepted(socket, given, answer);
    if (given.effect === "keeps") throw new Finding(`it was refused: ${answer.body}`);
    judgeRefusal(answer);
    socket.end();
    await socket.until("the end", () => (socket.closed ? true : undefined));
    judgeSecrecy(socket.bytes(), undefined);
    return String(answer.status);
  } finally {
    clearTimeout(timeout);
    socket.destroy();
  }
}

async function checkAccepted(
  socket: RawSocket,
  { effect, party, target }: UpgradeCase,
  { headers, end }: HttpAnswer,
): Promise<string> {
  if (effect === "breaks") throw new Finding("it was accepted");
  const channel = channelOf(target);
  if (channel === undefined) throw new Finding("an unknown channel was accepted");
  if (effect === "keeps" && headers.get("sec-websocket-accept") !== handshakeAccept) {
    throw new Finding("the handshake is answered with another key");
  }
  socket.write(closeFrame(1000));
  await socket.until("the end", () => (socket.closed ? true : undefined));
  const bytes = socket.bytes();
  const { frames, end: rest } = readFrames(bytes, end);
  if (rest !== bytes.length && effect === "keeps") throw new Finding("a frame is not whole");
  for (const frame of frames) judgeFrame(channel, frame);
  const last = frames.at(-1);
  if (last?.opcode === opcodes.close) judgeClose(channel, last);
  if (effect === "keeps" && last?.opcode !== opcodes.close) {
    throw new Finding("it ended without a close frame");
  }
  judgeSecrecy(bytes, party);
  return "101";
}
