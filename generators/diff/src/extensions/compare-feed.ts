import type { FeedRule } from "@specwright/contract";
import { isJsonArray, isJsonObject, type JsonValue } from "@specwright/spec-loader";
import { canonicalText } from "../changes/write-value.ts";
import type { ChannelPair } from "../pairing/pair-channels.ts";
import type { ExtensionEdit } from "./extension-edit.ts";

/** A part of the rule of a feed, which the extension of the same name says. */
export type FeedPart = Exclude<keyof FeedRule, "topics">;

/** The parts of the rule of a feed. */
export const feedParts: readonly FeedPart[] = [
  "subscription",
  "envelope",
  "sequence",
  "snapshot",
  "book",
  "heartbeat",
  "credentials",
  "endings",
];

/** Compares what one extension says of a channel with topics. */
export function compareFeed(part: FeedPart, { base, revision }: ChannelPair): ExtensionEdit[] {
  const [before, after] = [base.feed, revision.feed];
  if (before === undefined || after === undefined) {
    // The topics make a channel a feed.
    if (before === after || part !== "subscription") return [];
    return [before === undefined ? added : removed];
  }
  const [old, revised] = [before[part] ?? null, after[part] ?? null];
  const details = [meaning(old), meaning(revised)];
  if (new Set(details.map(canonicalText)).size > 1) return [{ ...changed, details }];
  return canonicalText(described(old)) === canonicalText(described(revised)) ? [] : [redescribed];
}

const added: ExtensionEdit = {
  rule: "feed-added",
  class: "potentially-breaking",
  direction: "both",
  message: "clients choose topics now",
  why: "Clients that do not subscribe may get nothing any more.",
};

const removed: ExtensionEdit = {
  rule: "feed-removed",
  class: "breaking",
  direction: "both",
  message: "clients no longer choose topics",
  why: "Clients of the base subscribe, and wait for messages of their topics.",
};

const changed: ExtensionEdit = {
  rule: "feed-rule-changed",
  class: "potentially-breaking",
  direction: "both",
  message: "a rule of the feed changed",
  why: "Clients go on by the rules of the base, which may not fit what the server does now.",
};

const redescribed: ExtensionEdit = {
  rule: "feed-description-changed",
  class: "docs",
  surface: "docs",
  message: "a description changed",
  why: "Clients do the same as before.",
};

/** Removes what only describes: descriptions, and extensions of extensions. */
function meaning(value: JsonValue): JsonValue {
  return without(value, (name, each) => name.startsWith("x-") || isDescription(name, each));
}

function described(value: JsonValue): JsonValue {
  return without(value, (name) => name.startsWith("x-"));
}

function isDescription(name: string, value: JsonValue): boolean {
  return name === "description" && typeof value === "string";
}

function without(
  value: JsonValue,
  isLeftOut: (name: string, value: JsonValue) => boolean,
): JsonValue {
  if (isJsonArray(value)) return value.map((each) => without(each, isLeftOut));
  if (!isJsonObject(value)) return value;
  const kept = Object.entries(value).filter(([name, each]) => !isLeftOut(name, each ?? null));
  return Object.fromEntries(kept.map(([name, each]) => [name, without(each ?? null, isLeftOut)]));
}
