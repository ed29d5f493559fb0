import { keyedTopic, type StreamKind, streamKind } from "@specwright/contract";
import { writeChange } from "../changes/write-value.ts";
import type { ChannelPair } from "../pairing/pair-channels.ts";
import { type ExtensionEdit, pathName } from "./extension-edit.ts";
import { type MemberChange, memberChanges } from "./member-changes.ts";
import { streamFields } from "./stream-fields.ts";
import { memberAt, pairParts } from "./stream-parts.ts";

/** The extensions that define the kind of a stream. */
export const kindExtensions = ["x-subscription", "x-sequence", "x-snapshot", "x-book"] as const;

/** An edit of an extension. */
export type NamedEdit = readonly [name: string, edit: ExtensionEdit];

/** Compares the kind of stream of a channel: a log, keys or topics. */
export function compareKind(channels: ChannelPair): readonly NamedEdit[] {
  const [before, after] = [streamKind(channels.base), streamKind(channels.revision)];
  if (before === after) return [];
  // A stream with keys counts as a stream with topics.
  if (after === "topics") return [kinds.topics.added(channels)];
  if (before === "topics") return [kinds.topics.removed];
  return [
    ...(before === "messages" ? [] : [kinds[before].removed]),
    ...(after === "messages" ? [] : [kinds[after].added(channels)]),
  ];
}

/**
 * Compares the fields of some extensions. A field without a specific rule is compared by the general rule.
 */
export function compareFields(
  names: readonly string[],
  channels: ChannelPair,
): readonly NamedEdit[] {
  const [base, revision] = pairParts(channels);
  const groups = new Map<string, MemberChange[]>();
  for (const change of memberChanges(base, revision)) {
    const [part, member] = change.path;
    if (!names.includes(`x-${part}`) || member === "version") continue;
    const key = JSON.stringify(judgedField(change.path));
    groups.set(key, [...(groups.get(key) ?? []), change]);
  }
  return [...groups.values()].flatMap((changes) => {
    const [{ path } = { path: [] }] = changes;
    const field = judgedField(path);
    const change = { path: field, before: memberAt(base, field), after: memberAt(revision, field) };
    const judge = streamFields[matchingPattern(path) ?? ""];
    const edits = judge?.({ ...change, base, revision, channels });
    return (edits ?? changes.map(memberEdit)).map((edit): NamedEdit => [`x-${path[0]}`, edit]);
  });
}

/**
 * Returns the path of the innermost enclosing field that has a specific rule. Without such a field, returns
 * the path itself.
 */
function judgedField(path: readonly string[]): readonly string[] {
  return path.slice(0, matchingPattern(path)?.split("/").length);
}

function matchingPattern(path: readonly string[]): string | undefined {
  return Object.keys(streamFields).find((pattern) =>
    pattern.split("/").every((step, at) => at < path.length && (step === "*" || step === path[at])),
  );
}

/** Returns the edit of a member that has no specific rule. */
function memberEdit({ path: [, ...path], before, after }: MemberChange): ExtensionEdit {
  const isText = path.at(-1) === "description" && typeof (after ?? before) === "string";
  return {
    ...(isText ? redescribed : changed),
    details: [path.join("/"), before ?? null, after ?? null],
    message: `${pathName(path)} ${writeChange(before, after)}`,
  };
}

const changed: Omit<ExtensionEdit, "message"> = {
  rule: "feed-rule-changed",
  class: "potentially-breaking",
  direction: "both",
  why: "Existing clients follow the old rules, which the server may no longer support.",
};

const redescribed: Omit<ExtensionEdit, "message"> = {
  rule: "feed-description-changed",
  class: "docs",
  surface: "docs",
  why: "Existing clients keep working.",
};

interface Presence {
  readonly added: (channels: ChannelPair) => NamedEdit;
  readonly removed: NamedEdit;
}

const kinds: Readonly<Record<Exclude<StreamKind, "messages">, Presence>> = {
  log: {
    added: () => [
      "x-sequence",
      {
        rule: "sequence-added",
        class: "non-breaking",
        direction: "response",
        message: "messages are now numbered",
        why: "Existing clients get the same messages and ignore the numbers.",
      },
    ],
    removed: [
      "x-sequence",
      {
        rule: "sequence-removed",
        class: "breaking",
        direction: "response",
        message: "messages are no longer numbered",
        why:
          "Existing clients can neither resume nor notice gaps: after a lost connection they continue " +
          "without the messages that they missed.",
      },
    ],
  },
  keys: {
    added: (channels) => ["x-subscription", keysAdded(channels)],
    removed: [
      "x-subscription",
      {
        rule: "subscription-removed",
        class: "breaking",
        direction: "both",
        message: "clients no longer subscribe to keys",
        why: "Existing clients wait for a snapshot of each key that they ask for, and drop all other messages.",
      },
    ],
  },
  topics: {
    added: () => [
      "x-subscription",
      {
        rule: "feed-added",
        class: "potentially-breaking",
        direction: "both",
        message: "clients must now subscribe to topics",
        why: "Clients that do not subscribe may no longer get messages.",
      },
    ],
    removed: [
      "x-subscription",
      {
        rule: "feed-removed",
        class: "breaking",
        direction: "both",
        message: "clients no longer subscribe to topics",
        why: "Existing clients subscribe, and wait for messages of their topics.",
      },
    ],
  },
};

function keysAdded({ base, revision, original }: ChannelPair): ExtensionEdit {
  const { subscribe } = keyedTopic(revision) ?? {};
  const message = revision.messages.find(({ id }) => id === subscribe);
  const before = message && original.get(message);
  const didSubscribe = before !== undefined && base.receives.includes(before);
  return {
    rule: "subscription-added",
    class: didSubscribe ? "non-breaking" : "breaking",
    direction: "both",
    message: "clients must now subscribe to keys",
    why: didSubscribe
      ? "Clients already sent the same messages. Generated code now sends them by itself."
      : "Clients that do not subscribe no longer get messages.",
  };
}
