// Detection of limits that the kit was not given: the error frames of the server name them (S25).

import { type Frame, isError } from "../line/frame.ts";
import type { Line } from "../line/line.ts";
import { integerAt } from "../stimulus/json-values.ts";
import type { ConformanceLimits } from "../stimulus/limits.ts";
import type { LineOpener } from "./line-opener.ts";

/** The size of a control frame that no server accepts. */
const LONG_FRAME_BYTES = 1_048_576;

/** More mistakes within a minute than any server tolerates. */
const MANY_MISTAKES = 256;

/** Detects the limits of a server by exceeding them. Limits that it does not name are left out. */
export async function detectLimits(opener: LineOpener): Promise<Partial<ConformanceLimits>> {
  const [bytes, mistakes] = await Promise.all([
    limitStatedFor(opener, 1009, (line) => {
      const text = JSON.stringify({ type: "subscribe", markets: [opener.unique("unknown")] });
      line.send(text.padEnd(LONG_FRAME_BYTES));
    }),
    limitStatedFor(opener, 1008, (line) => {
      for (let sent = 0; sent < MANY_MISTAKES; sent += 1) line.send("{");
    }),
  ]);
  return {
    ...(bytes !== undefined && { max_control_frame_bytes: bytes }),
    ...(mistakes !== undefined && { max_invalid_frames_per_minute: mistakes }),
  };
}

/**
 * Exceeds a limit on a separate connection and returns the limit that its last error frame names.
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

/** Returns the limit that an error frame names. */
export function statedLimit(error: Frame | undefined): number | undefined {
  const limit = integerAt(error?.value, "payload", "details", "limit");
  return limit === undefined ? undefined : Number(limit);
}
