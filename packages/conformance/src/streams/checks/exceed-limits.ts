// Exceeds the limits of control frames, for two purposes: to judge the reaction of the server, and to find
// out limits that were not passed to the kit, because the error frames of the server state them (S25).

import { demand } from "../../report/conformance-error.ts";
import { errorCodeOf, type Frame, isError } from "../line/frame.ts";
import type { Line } from "../line/line.ts";
import { integerAt } from "../stimulus/json-values.ts";
import type { ConformanceLimits, LimitName } from "../stimulus/limits.ts";
import type { LineOpener } from "./line-opener.ts";

/** The size of a control frame that every server refuses. */
const LONG_FRAME_BYTES = 1_048_576;

/** The number of invalid frames within a minute after which every server closes the connection. */
const MANY_MISTAKES = 256;

/** Opens connections, and knows the limits of the server. */
interface LimitedOpener extends LineOpener {
  limitOf(name: LimitName): Promise<number>;
}

/**
 * Sends a control frame of the given length. The frame is about an unknown market, whose name is returned.
 */
function sendLong(opener: LineOpener, line: Line, bytes: number): string {
  const unknown = opener.unique("unknown");
  line.send(JSON.stringify({ type: "subscribe", markets: [unknown] }).padEnd(bytes));
  return unknown;
}

function sendMistakes(line: Line, count: number): void {
  for (let sent = 0; sent < count; sent += 1) line.send("{");
}

/** Sends a control frame about an unknown market. The frame has the maximum length, or is longer. */
export async function sendFrame(
  opener: LimitedOpener,
  more: number = 0,
): Promise<{ readonly line: Line; readonly limit: number; readonly unknown: string }> {
  const limit = await opener.limitOf("max_control_frame_bytes");
  const line = await opener.open("market-data");
  return { line, limit, unknown: sendLong(opener, line, limit + more) };
}

/** Sends at least as many invalid frames as the server needs to close the connection. */
export async function sendInvalid(
  opener: LimitedOpener,
  more: number = 0,
): Promise<{ readonly line: Line; readonly count: number }> {
  const count = (await opener.limitOf("max_invalid_frames_per_minute")) + more;
  const line = await opener.open("market-data");
  sendMistakes(line, count);
  return { line, count };
}

/**
 * Finds out the limits of a server by exceeding them. The result contains only limits that the server
 * states.
 */
export async function detectLimits(opener: LineOpener): Promise<Partial<ConformanceLimits>> {
  const [bytes, mistakes] = await Promise.all([
    limitStatedFor(opener, 1009, (line) => sendLong(opener, line, LONG_FRAME_BYTES)),
    limitStatedFor(opener, 1008, (line) => sendMistakes(line, MANY_MISTAKES)),
  ]);
  return {
    ...(bytes !== undefined && { max_control_frame_bytes: bytes }),
    ...(mistakes !== undefined && { max_invalid_frames_per_minute: mistakes }),
  };
}

/**
 * Exceeds a limit on a separate connection. Returns the limit that the server's last error frame states.
 */
async function limitStatedFor(
  opener: LineOpener,
  code: number,
  exceed: (line: Line) => void,
): Promise<number | undefined> {
  const line = await opener.dial("market-data");
  if (!line.isOpen) return undefined;
  exceed(line);
  const closing = await line.closed("the close", 5000).catch(() => undefined);
  return closing?.code === code ? statedLimit(line.frames.findLast(isError)) : undefined;
}

export function statedLimit(error: Frame | undefined): number | undefined {
  const limit = integerAt(error?.value, "payload", "details", "limit");
  return limit === undefined ? undefined : Number(limit);
}

/**
 * Fails the clause unless the server states the limit in an error frame before it closes the connection.
 */
export function demandLimitError(line: Line, limit: number): string {
  const error = line.frames.findLast(isError);
  demand(error !== undefined, `closed with ${line.closing?.code} without an error frame`);
  const stated = statedLimit(error);
  demand(stated === limit, `details.limit is ${stated ?? "absent"}, the limit ${limit}`);
  return `an error frame ${errorCodeOf(error)} with the limit ${limit}, then ${line.closing?.code}`;
}
