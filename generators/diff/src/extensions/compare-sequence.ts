import type { SequenceRule } from "@specwright/contract";
import type { ChannelPair } from "../pairing/pair-channels.ts";
import { compareSequenceFilters } from "./compare-sequence-filters.ts";
import { compareSequenceMembers } from "./compare-sequence-members.ts";
import { type ExtensionEdit, type RulePair, revisedKey, wasKnown } from "./extension-edit.ts";

/** Compares how the messages of a channel are numbered and resumed (`x-sequence`). */
export function compareSequence(channels: ChannelPair): ExtensionEdit[] {
  const [base, revision] = [channels.base.sequence, channels.revision.sequence];
  if (base === undefined || revision === undefined) return presenceEdits(base, revision);
  const rules = { base, revision, channels };
  return [
    ...fieldEdits(rules),
    ...countEdits(rules),
    ...endEdits(rules),
    ...tooOldEdits(rules),
    ...compareSequenceMembers(rules),
    ...compareSequenceFilters(rules),
  ];
}

function presenceEdits(
  base: SequenceRule | undefined,
  revision: SequenceRule | undefined,
): ExtensionEdit[] {
  if (base === revision) return [];
  return base === undefined
    ? [
        {
          rule: "sequence-added",
          class: "non-breaking",
          direction: "response",
          message: "messages are numbered now",
          why: "Clients that know no numbers get the same messages as before.",
        },
      ]
    : [
        {
          rule: "sequence-removed",
          class: "breaking",
          direction: "response",
          message: "messages are no longer numbered",
          why:
            "Clients of the base can neither resume nor notice what they missed: after a lost " +
            "connection they go on without it.",
        },
      ];
}

function fieldEdits({ base, revision }: RulePair<SequenceRule>): ExtensionEdit[] {
  const edits: ExtensionEdit[] = [];
  if (base.field !== revision.field) {
    edits.push({
      rule: "sequence-field-changed",
      class: "breaking",
      direction: "response",
      details: [base.field, revision.field],
      message: `the number is in \`${revision.field}\` now; it was in \`${base.field}\``,
      why: "Clients find no number where they look for it, so that they neither resume nor notice gaps.",
    });
  }
  if (base.resumeParameter !== revision.resumeParameter) {
    edits.push({
      rule: "sequence-resume-parameter-changed",
      class: "breaking",
      direction: "request",
      details: [base.resumeParameter, revision.resumeParameter],
      message: `clients resume with \`${revision.resumeParameter}\` now; it was \`${base.resumeParameter}\``,
      why: "Clients that resume with the old parameter are refused, or miss what was sent meanwhile.",
    });
  }
  return edits;
}

function countEdits({ base, revision, channels }: RulePair<SequenceRule>): ExtensionEdit[] {
  const before = new Map(base.counts.map((id) => [revisedKey(channels, id), id]));
  const added = revision.counts.filter((id) => !before.has(id));
  const removed = base.counts.filter((id) => {
    const revised = revisedKey(channels, id);
    return revised === undefined || !revision.counts.includes(revised);
  });
  const counted = new Set([...before.keys(), ...revision.counts]);
  const repeats = [
    base.repeats.map((id) => revisedKey(channels, id) ?? ""),
    revision.repeats.filter((id) => wasKnown(channels, id)),
  ].map((ids) => ids.filter((id) => id !== "" && !counted.has(id)).sort());
  return [
    ...added.map((id) => countedEdit(id, wasKnown(channels, id))),
    ...removed.map((id) => uncountedEdit(id, revisedKey(channels, id) !== undefined)),
    ...(String(repeats[0]) === String(repeats[1]) ? [] : [repeatsEdit(repeats)]),
  ];
}

function countedEdit(id: string, isKnown: boolean): ExtensionEdit {
  return {
    rule: "sequence-counted-message-added",
    class: isKnown ? "breaking" : "non-breaking",
    direction: "response",
    details: [id],
    message: `\`${id}\` advances the number now`,
    why: isKnown
      ? "Clients know it as a message that repeats the number: they take the new number for a gap, " +
        "reconnect, and give up when the gap does not close."
      : "Clients accept the next number from a message that they do not know.",
  };
}

function uncountedEdit(id: string, isKept: boolean): ExtensionEdit {
  return {
    rule: "sequence-counted-message-removed",
    class: isKept ? "breaking" : "non-breaking",
    direction: "response",
    details: [id],
    message: `\`${id}\` no longer advances the number`,
    why: isKept
      ? "Clients take a message with the number of the previous one for a duplicate, and drop it."
      : "It is not sent any more.",
  };
}

function repeatsEdit(repeats: readonly (readonly string[])[]): ExtensionEdit {
  return {
    rule: "sequence-repeats-changed",
    class: "non-breaking",
    direction: "response",
    details: repeats,
    message: "other messages repeat the number",
    why: "Clients read the number of such a message if it has one, and do without it otherwise.",
  };
}

function endEdits({ base, revision, channels }: RulePair<SequenceRule>): ExtensionEdit[] {
  if (revisedKey(channels, base.endOfBacklog) === revision.endOfBacklog) return [];
  const hasHeartbeat = channels.base.heartbeats.some((beat) => beat.from === "server");
  return [
    {
      rule: "sequence-end-of-backlog-changed",
      class: hasHeartbeat ? "potentially-breaking" : "breaking",
      direction: "response",
      details: [base.endOfBacklog, revision.endOfBacklog],
      message: `\`${revision.endOfBacklog}\` ends a replay now; it was \`${base.endOfBacklog}\``,
      why: hasHeartbeat
        ? "Clients notice only at the next heartbeat that they are live."
        : "Clients wait for the end of the replay, and do not notice that they are live.",
    },
  ];
}

function tooOldEdits({ base, revision }: RulePair<SequenceRule>): ExtensionEdit[] {
  const [before, after] = [base.tooOld, revision.tooOld];
  if (before.errorCode === after.errorCode && before.closeCode === after.closeCode) return [];
  const name = ({ errorCode, closeCode }: typeof before) => `\`${errorCode}\` with ${closeCode}`;
  return [
    {
      rule: "sequence-too-old-changed",
      class: "breaking",
      direction: "response",
      details: [before.errorCode, before.closeCode, after.errorCode, after.closeCode],
      message: `a resume point that is too old is answered by ${name(after)}; it was ${name(before)}`,
      why:
        "Clients do not recognise the answer: they try the same resume point again, or fail instead " +
        "of starting from scratch.",
    },
  ];
}
