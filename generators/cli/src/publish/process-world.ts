import { text } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import type { PublishWorld } from "./publish-flags.ts";

/** The parts of this process that `publish` uses. */
export type World = Omit<PublishWorld, "interruption" | "today">;

export const processWorld: World = {
  environment: process.env,
  readInput: () => text(process.stdin),
  delay: (ms, signal) => setTimeout(ms, undefined, { signal }),
  elapsed: () => performance.now(),
};
