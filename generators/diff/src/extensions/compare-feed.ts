import type { FeedRule } from "@specwright/contract";
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  memberOf,
} from "@specwright/spec-loader";
import { canonicalText, writeChange } from "../changes/write-value.ts";
import type { ChannelPair } from "../pairing/pair-channels.ts";
import { type ExtensionEdit, pathName } from "./extension-edit.ts";

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
  const [old, revised] = [before[part], after[part]];
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

/** A member of a rule that is another one, at a path of names. */
interface MemberChange {
  readonly path: readonly string[];
  readonly before: JsonValue | undefined;
  readonly after: JsonValue | undefined;
}

/** Lists the innermost members of two objects that differ; extensions of extensions do not count. */
function memberChanges(
  base: JsonObject,
  revision: JsonObject,
  path: readonly string[] = [],
): MemberChange[] {
  const names = new Set([...Object.keys(base), ...Object.keys(revision)]);
  const known = [...names].filter((name) => !name.startsWith("x-"));
  return known.flatMap((name): MemberChange[] => {
    const [before, after] = [memberOf(base, name), memberOf(revision, name)];
    const inner = [...path, name];
    if (before !== undefined && after !== undefined) {
      if (isJsonObject(before) && isJsonObject(after)) return memberChanges(before, after, inner);
      const [old, revised] = [entriesOf(before), entriesOf(after)];
      if (old !== undefined && revised !== undefined && isSameSize(old, revised))
        return memberChanges(old, revised, inner);
      if (canonicalText(before) === canonicalText(after)) return [];
    }
    return [{ path: inner, before, after }];
  });
}

/** Returns a list of objects as an object, by their places. */
function entriesOf(value: JsonValue): JsonObject | undefined {
  if (!isJsonArray(value) || !value.every(isJsonObject)) return undefined;
  return Object.fromEntries(value.entries());
}

function isSameSize(left: JsonObject, right: JsonObject): boolean {
  return Object.keys(left).length === Object.keys(right).length;
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
