// Compares what the extensions of a channel without topics, or with keys, say beyond what the other
// comparisons judge, so that no change of a field passes unseen.

import type { Channel } from "@specwright/contract";
import type { JsonObject } from "@specwright/spec-loader";
import { compareBeats } from "./compare-beats.ts";
import { beatOf } from "./compare-envelope.ts";
import { memberEdit } from "./compare-feed.ts";
import type { ExtensionEdit } from "./extension-edit.ts";
import { memberChanges } from "./member-changes.ts";

/** An extension of a channel as it is written, in both contracts. */
export interface WrittenRules {
  readonly base: JsonObject | undefined;
  readonly revision: JsonObject | undefined;
}

/** The members that other comparisons judge, by paths in which `*` stands for any name. */
const judged: Readonly<Record<string, readonly string[]>> = {
  "x-envelope": ["time", "error"],
  "x-endings": ["closes"],
  "x-sequence": ["counters", "resume"],
  "x-subscription": [
    "topics/*/subscribe",
    "topics/*/unsubscribe",
    "topics/*/list",
    "topics/*/where",
  ],
  "x-snapshot": ["topics/*/request"],
  "x-book": [
    "topics/*/price",
    "topics/*/quantity",
    "topics/*/snapshots",
    "topics/*/updates",
    "topics/*/number",
  ],
  "x-credentials": [
    "algorithm",
    "text",
    "end",
    "time/unit",
    "time/toleranceMs",
    "place/headers",
  ].map((member) => `schemes/*/${member}`),
};

/** The extensions that are compared here, besides what is judged elsewhere. */
export const comparedExtensions: readonly string[] = [...Object.keys(judged), "x-heartbeat"];

/** Compares the members of an extension that no other comparison judges. */
export function compareOtherMembers(
  name: string,
  { base, revision }: WrittenRules,
  channels: readonly [base: Channel, revision: Channel],
): ExtensionEdit[] {
  if (name === "x-heartbeat") {
    const heartbeats = channels.map((channel) => beatOf(channel)?.message);
    return compareBeats(base, revision, ({ from, message }) => {
      return from === "server" && typeof message === "string" && heartbeats.includes(message);
    });
  }
  return memberChanges(base ?? {}, revision ?? {})
    .filter(({ path }) => path[0] !== "version" && !isJudged(name, path, channels))
    .map(memberEdit);
}

function isJudged(
  name: string,
  path: readonly string[],
  channels: readonly [base: Channel, revision: Channel],
): boolean {
  // Other credentials than signed lines are compared as they are written.
  if (name === "x-credentials" && !channels.every(hasSignature)) return false;
  const patterns = judged[name] ?? [];
  return patterns.some((pattern) =>
    pattern.split("/").every((step, at) => step === "*" || step === path[at]),
  );
}

function hasSignature({ signature }: Channel): boolean {
  return signature !== undefined;
}
