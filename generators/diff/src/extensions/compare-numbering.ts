// Judges changes of sequence numbers, of the log's identity, and of filters.

import type { Channel, FilterSource } from "@specwright/contract";
import { isJsonArray, type JsonObject, type JsonValue } from "@specwright/spec-loader";
import { canonicalText, writeChange } from "../changes/write-value.ts";
import { groupMembers } from "../pairing/group-members.ts";
import { type ExtensionEdit, wasKnown } from "./extension-edit.ts";
import { type FieldChange, memberAt } from "./stream-parts.ts";

/** Judges which messages advance the number of a connection or of a key. */
export function judgeMessages(
  { before, after, channels }: FieldChange,
  isOfConnection: boolean,
): readonly ExtensionEdit[] {
  const [old, revised] = [textsOf(before), textsOf(after)];
  const [what, gap] = isOfConnection
    ? ["sequence number", "reconnect, and give up when the gap does not close"]
    : ["sequence number of its key", "request one snapshot after another"];
  const edits = (ids: readonly string[], isAdded: boolean): readonly ExtensionEdit[] =>
    ids.map((id) => {
      const isKnown = wasKnown(channels, id);
      const rule = isOfConnection ? "sequence-counted-message" : "subscription-diff";
      return {
        rule: `${rule}-${isAdded ? "added" : "removed"}`,
        class: isKnown ? "breaking" : "non-breaking",
        direction: "response",
        details: [id],
        message: `\`${id}\` ${isAdded ? "now advances" : "no longer advances"} the ${what}`,
        why: isAdded
          ? isKnown
            ? `Existing clients expect the message to repeat the number. They treat the new number as a gap, ${gap}.`
            : "Existing clients accept the next number from a message that they do not know."
          : isKnown
            ? `Existing clients treat the message as a duplicate, or expect it to have the next number and ${gap}.`
            : "It is no longer sent.",
      };
    });
  return [
    ...edits(
      revised.filter((id) => !old.includes(id)),
      true,
    ),
    ...edits(
      old.filter((id) => !revised.includes(id)),
      false,
    ),
  ];
}

/**
 * Judges which messages repeat a number. If a message starts or stops advancing the number, a separate
 * change reports the message.
 */
export function judgeRepeats(change: FieldChange): readonly ExtensionEdit[] {
  const { path, base, revision, channels, before, after } = change;
  const counted = [base, revision].flatMap((parts) =>
    textsOf(memberAt(parts, [...path.slice(0, 3), "messages"])),
  );
  const repeats = [before, after].map((ids) =>
    textsOf(ids)
      .filter((id) => wasKnown(channels, id) && !counted.includes(id))
      .sort(),
  );
  if (String(repeats[0]) === String(repeats[1])) return [];
  return [
    {
      rule: "sequence-repeats-changed",
      class: "non-breaking",
      direction: "response",
      details: repeats,
      message: "the messages that repeat the sequence number changed",
      why: "Existing clients read the number of such a message if the message has a number, and else work without it.",
    },
  ];
}

/** Judges how the server sends the identity of the log, and by which parameter clients name a log. */
export function judgeIdentity({ before, after }: FieldChange): readonly ExtensionEdit[] {
  if (before === undefined) {
    return [
      {
        rule: "sequence-identity-added",
        class: "non-breaking",
        direction: "both",
        message: "the log now has an identity",
        why: "Clients that do not name a log still resume in the current log.",
      },
    ];
  }
  if (after === undefined) {
    return [
      {
        rule: "sequence-identity-removed",
        class: "potentially-breaking",
        direction: "both",
        message: "the log no longer has an identity",
        why: "Clients do not notice when another log replaces the log.",
      },
    ];
  }
  const isAsked = memberAt(before, ["parameter"]) === memberAt(after, ["parameter"]);
  return [
    {
      rule: "sequence-identity-changed",
      class: isAsked ? "potentially-breaking" : "breaking",
      direction: "both",
      details: [before, after],
      message: `the identity of the log ${writeChange(before, after)}`,
      why: isAsked
        ? "Clients that do not find the identity do not notice when the log is replaced."
        : "Clients name the log by the old parameter. The server rejects them, or resumes them in the wrong log.",
    },
  ];
}

/** Judges the query parameters that filter a sequence. */
export function judgeFilters({ channels }: FieldChange): readonly ExtensionEdit[] {
  const [old, revised] = [filtersOf(channels.base), filtersOf(channels.revision)];
  const parameters = groupMembers(channels.base, "query").schemas;
  return [...new Set([...revised.keys(), ...old.keys()])].flatMap((name) => {
    const [was, is] = [old.get(name), revised.get(name)];
    if (was === is) return [];
    const isKnown = parameters.has(name);
    if (was === undefined) {
      return {
        rule: "sequence-filter-added",
        class: isKnown ? "breaking" : "non-breaking",
        direction: "both",
        details: [name],
        message: `\`${name}\` now filters messages`,
        why: isKnown
          ? "Clients that use the parameter treat skipped numbers as lost messages, and give up."
          : "Clients do not use the parameter yet.",
      };
    }
    if (is === undefined) {
      return {
        rule: "sequence-filter-removed",
        class: "non-breaking",
        direction: "both",
        details: [name],
        message: `\`${name}\` no longer filters messages`,
        why: "Clients that use the parameter expect skipped numbers, which no longer occur.",
      };
    }
    return {
      rule: "sequence-filter-sources-changed",
      class: was === "" ? "non-breaking" : "potentially-breaking",
      direction: "response",
      details: [name, was, is],
      message: `the filter \`${name}\` reads its values from other places`,
      why:
        was === ""
          ? "Publishers no longer have to provide the values."
          : "Clients that use the parameter may get other messages.",
    };
  });
}

/**
 * Maps each filter to a text with its sources and their default values. The text is "" if publishers
 * provide the values.
 */
function filtersOf({ id, resume }: Channel): ReadonlyMap<string, string> {
  const { filters = [] } = resume ?? {};
  if (isJsonArray(filters)) return new Map(filters.map((name) => [name, ""]));
  return new Map(
    Object.entries(filters).map(([name, sources]) => [
      name,
      sources.map((source) => canonicalText(withDefaults(source, id))).join(", "),
    ]),
  );
}

/** Omits the channel's own id from a source, because a channel refers to itself without a name. */
function withDefaults(source: FilterSource, ownId: string): JsonObject {
  if (!("through" in source)) return source;
  const { through, of = ownId, by = through } = source;
  return { through, by, of: of === ownId ? "" : of };
}

function textsOf(value: JsonValue | undefined): readonly string[] {
  return value !== undefined && isJsonArray(value)
    ? value.filter((each) => typeof each === "string")
    : [];
}
