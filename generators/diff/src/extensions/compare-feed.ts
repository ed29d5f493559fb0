import type { Channel, FeedRule } from "@specwright/contract";
import { isJsonArray, isJsonObject, type JsonObject } from "@specwright/spec-loader";
import { writeChange } from "../changes/write-value.ts";
import type { ChannelPair } from "../pairing/pair-channels.ts";
import { compareBeats } from "./compare-beats.ts";
import { type ExtensionEdit, pathName } from "./extension-edit.ts";
import { type MemberChange, memberChanges } from "./member-changes.ts";

/** A part of the rule of a feed, which the extension of the same name says. */
export type FeedPart = Exclude<keyof FeedRule, "topics"> | "heartbeat" | "endings";

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
  const [old, revised] = [partOf(part, base), partOf(part, revision)];
  if (part === "heartbeat") return compareBeats(old, revised, () => false);
  if (old === undefined || revised === undefined) {
    if (old === revised) return [];
    const details = [old ?? null, revised ?? null];
    const message = `the rule was ${old === undefined ? "added" : "removed"}`;
    return [{ ...changed, details, message }];
  }
  const [was, is] = part === "sequence" ? [withLower(old), withLower(revised)] : [old, revised];
  return memberChanges(was, is).map((each) => feedEdit(part, each));
}

/** Returns `x-sequence` with the default of `lower` in each counter, which it may say or leave out. */
function withLower(sequence: JsonObject): JsonObject {
  const { counters } = sequence;
  if (counters === undefined || !isJsonArray(counters)) return sequence;
  return {
    ...sequence,
    counters: counters.map((counter) =>
      isJsonObject(counter)
        ? { lower: counter["step"] === "linked" ? "restart" : "duplicate", ...counter }
        : counter,
    ),
  };
}

function partOf(part: FeedPart, { feed, heartbeats, endings }: Channel): JsonObject | undefined {
  if (part === "heartbeat") return heartbeats.length === 0 ? undefined : { beats: heartbeats };
  return part === "endings" ? endings : feed?.[part];
}

function feedEdit(part: FeedPart, { path, before, after }: MemberChange): ExtensionEdit {
  const details = [path.join("/"), before ?? null, after ?? null];
  const [kind, name = ""] = path;
  if (part === "subscription" && kind === "topics" && path.length === 2) {
    if (before === undefined)
      return { ...topicAdded, details, message: `the topic \`${name}\` was added` };
    if (after === undefined)
      return { ...topicRemoved, details, message: `the topic \`${name}\` was removed` };
  }
  return memberEdit({ path, before, after });
}

/** Returns the edit of a member that no other rule judges. */
export function memberEdit({ path, before, after }: MemberChange): ExtensionEdit {
  const details = [path.join("/"), before ?? null, after ?? null];
  const isText = path.at(-1) === "description" && typeof (after ?? before) === "string";
  const message = `${pathName(path)} ${writeChange(before, after)}`;
  return { ...(isText ? redescribed : changed), details, message };
}

const topicAdded: Omit<ExtensionEdit, "message"> = {
  rule: "feed-topic-added",
  class: "non-breaking",
  direction: "both",
  why: "Clients of the base do not subscribe to it.",
};

const topicRemoved: Omit<ExtensionEdit, "message"> = {
  rule: "feed-topic-removed",
  class: "breaking",
  direction: "both",
  why: "Clients of the base subscribe to it, and are refused or get nothing.",
};

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

const changed: Omit<ExtensionEdit, "message"> = {
  rule: "feed-rule-changed",
  class: "potentially-breaking",
  direction: "both",
  why: "Clients go on by the rules of the base, which may not fit what the server does now.",
};

const redescribed: Omit<ExtensionEdit, "message"> = {
  rule: "feed-description-changed",
  class: "docs",
  surface: "docs",
  why: "Clients do the same as before.",
};
