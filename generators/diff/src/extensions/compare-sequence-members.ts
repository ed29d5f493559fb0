// The optional members of a numbered channel: statements about the position and about the log.

import type { SequenceIdentity, SequenceRule } from "@specwright/contract";
import { type ExtensionEdit, pathName, type RulePair } from "./extension-edit.ts";

/** Compares where a server states positions, the identity of its log, and its owner. */
export function compareSequenceMembers({
  base,
  revision,
}: RulePair<SequenceRule>): ExtensionEdit[] {
  return [
    ...lastNumberEdits(base, revision),
    ...watermarkEdits(base, revision),
    ...identityEdits(base.identity, revision.identity),
    ...ownerEdits(base, revision),
  ];
}

function lastNumberEdits(base: SequenceRule, revision: SequenceRule): ExtensionEdit[] {
  const [before, after] = [base.lastNumberPath, revision.lastNumberPath];
  if (pathName(before) === pathName(after)) return [];
  return [
    {
      rule: "sequence-last-number-changed",
      class: before === undefined ? "non-breaking" : "potentially-breaking",
      direction: "response",
      details: [before ?? null, after ?? null],
      message: `the highest number at the end of a replay is at ${pathName(after)}; it was at ${pathName(before)}`,
      why:
        before === undefined
          ? "Clients did not look for it before."
          : "Clients do not find it, and notice later that something is missing.",
    },
  ];
}

function watermarkEdits(base: SequenceRule, revision: SequenceRule): ExtensionEdit[] {
  const [before, after] = [base.watermarkField, revision.watermarkField];
  if (before === after) return [];
  const name = (field: string | undefined) => (field === undefined ? "nowhere" : `in \`${field}\``);
  return [
    {
      rule: "sequence-watermark-changed",
      class: before === undefined ? "non-breaking" : "potentially-breaking",
      direction: "response",
      details: [before ?? null, after ?? null],
      message: `heartbeats state the watermark ${name(after)}; it was ${name(before)}`,
      why:
        before === undefined
          ? "Clients did not look for it before."
          : "The resume point of an idle client with a filter no longer moves, until it is too old.",
    },
  ];
}

function identityEdits(
  before: SequenceIdentity | undefined,
  after: SequenceIdentity | undefined,
): ExtensionEdit[] {
  if (before === undefined) {
    if (after === undefined) return [];
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
  const isKept = before.header === after.header && pathName(before.path) === pathName(after.path);
  const isAsked = before.parameter === after.parameter;
  if (isKept && isAsked) return [];
  return [
    {
      rule: "sequence-identity-changed",
      class: isAsked ? "potentially-breaking" : "breaking",
      direction: "both",
      details: [
        before.parameter,
        before.header,
        before.path,
        after.parameter,
        after.header,
        after.path,
      ],
      message: `the identity of the log is named by the parameter \`${after.parameter}\`, the header \`${after.header}\` and the member ${pathName(after.path)}`,
      why: isAsked
        ? "Clients that miss the identity do not notice that another log has replaced the one that they read."
        : "Clients name the log by the old parameter, and are refused or resumed in another log.",
    },
  ];
}

function ownerEdits(base: SequenceRule, revision: SequenceRule): ExtensionEdit[] {
  const [before, after] = [base.ownerPath, revision.ownerPath];
  if (pathName(before) === pathName(after)) return [];
  return [
    {
      rule: "sequence-owner-changed",
      class: "non-breaking",
      surface: "code",
      direction: "response",
      details: [before ?? null, after ?? null],
      message: `the owner of the sequence is at ${pathName(after)}; it was at ${pathName(before)}`,
      why: "Only those who publish check it; clients do not.",
    },
  ];
}
