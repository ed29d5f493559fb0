// Judges changes of the numbered messages, of the identity of the log, and of the filters.

import type { Channel, FilterSource } from "@specwright/contract";
import { isJsonArray, type JsonObject, type JsonValue } from "@specwright/spec-loader";
import { canonicalText, writeChange } from "../changes/write-value.ts";
import { groupMembers } from "../pairing/group-members.ts";
import { type ExtensionEdit, wasKnown } from "./extension-edit.ts";
import { type FieldChange, memberAt } from "./stream-parts.ts";

/** Judges the messages that advance a number, of a connection or of a key. */
export function judgeMessages(
  { before, after, channels }: FieldChange,
  isOfConnection: boolean,
): readonly ExtensionEdit[] {
  const [old, revised] = [textsOf(before), textsOf(after)];
  const [what, gap] = isOfConnection
    ? ["number", "reconnect, and give up when the gap does not close"]
    : ["number of its key", "ask for one snapshot after another"];
  const edits = (ids: readonly string[], isAdded: boolean): readonly ExtensionEdit[] =>
    ids.map((id) => {
      const isKnown = wasKnown(channels, id);
      const rule = isOfConnection ? "sequence-counted-message" : "subscription-diff";
      return {
        rule: `${rule}-${isAdded ? "added" : "removed"}`,
        class: isKnown ? "breaking" : "non-breaking",
        direction: "response",
        details: [id],
        message: `\`${id}\` ${isAdded ? "advances" : "no longer advances"} the ${what}${isAdded ? " now" : ""}`,
        why: isAdded
          ? isKnown
            ? `Clients know it as a message that repeats the number: they take the new number for a gap, ${gap}.`
            : "Clients accept the next number from a message that they do not know."
          : isKnown
            ? `Clients take it for a duplicate, or expect the next number in it and ${gap}.`
            : "It is not sent any more.",
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

/** Judges the messages that repeat a number; those that begin or cease to count are another change. */
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
      message: "other messages repeat the number",
      why: "Clients read the number of such a message if it has one, and do without it otherwise.",
    },
  ];
}

/** Judges where the identity of the log is transmitted. */
export function judgeIdentity({ before, after }: FieldChange): readonly ExtensionEdit[] {
  if (before === undefined) {
    return [
      {
        rule: "sequence-identity-added",
        class: "non-breaking",
        direction: "both",
        message: "the log has an identity now",
        why: "Clients that do not name a log resume in the current one, as before.",
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
        why: "Clients do not notice that another log has replaced the one that they read.",
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
        ? "Clients that miss the identity do not notice that another log has replaced the one that they read."
        : "Clients name the log by the old parameter, and are refused or resumed in another log.",
    },
  ];
}

/** Judges the query parameters that select from a sequence. */
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
        message: `\`${name}\` selects messages now`,
        why: isKnown
          ? "Clients that use the parameter take the numbers that are left out for a gap, and give up."
          : "Clients do not use the parameter yet.",
      };
    }
    if (is === undefined) {
      return {
        rule: "sequence-filter-removed",
        class: "non-breaking",
        direction: "both",
        details: [name],
        message: `\`${name}\` no longer selects messages`,
        why: "Clients that use the parameter are ready for numbers that are left out.",
      };
    }
    return {
      rule: "sequence-filter-sources-changed",
      class: was === "" ? "non-breaking" : "potentially-breaking",
      direction: "response",
      details: [name, was, is],
      message: `the values that \`${name}\` selects by come from other places`,
      why:
        was === ""
          ? "Those who publish no longer need to state the values."
          : "Clients that use the parameter may get other messages.",
    };
  });
}

/** Writes the sources of each filter, with their defaults; "" if publishers provide the values. */
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

/** A channel that refers to itself has no name in a source. */
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
