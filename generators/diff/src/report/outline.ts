// Builds the outline of a report for people: sections by class, groups by rule or operation, and rows. To
// fit a limit, a report omits first the examples and then similar rows.

import { type Change, type ChangeClass, isBreak } from "../changes/change.ts";
import type { RuleArea } from "../rules/rule.ts";
import { rules } from "../rules/rules.ts";
import { breaksStrictReaders } from "./advice.ts";
import { Counterparts } from "./counterparts.ts";
import { type ComparedDocuments, classTitles, type ReportOptions } from "./report.ts";
import { groupBy, type Row, type RowOptions, rowsOf } from "./rows.ts";

/** The changes of one class. */
export interface Section {
  readonly class: ChangeClass;
  readonly heading: string;
  readonly count: number;
  readonly groups: readonly Group[];
  /**
   * The number of changes in this section that earlier sections already report, in one sentence with a
   * related change.
   */
  readonly listedAbove: number;
  /** Whether the section counts some of its changes without listing them. */
  readonly hasMore: boolean;
}

/** The changes under one heading. */
export interface Group {
  /** The rule or the operation. `why` is only set for a rule. */
  readonly heading: string;
  /** For rules about schemas: whether clients send or receive the changed values. */
  readonly side?: string;
  readonly why?: string;
  readonly rows: readonly Row[];
  /** The number of changes that the report omits. */
  readonly more: number;
}

/** The amount of detail of a report. */
export interface Detail {
  /** The largest number of rows in a group of breaks. */
  readonly breaks: number;
  readonly others: number;
  readonly examples: boolean;
}

const all = Number.POSITIVE_INFINITY;

const details: readonly Detail[] = [
  { breaks: all, others: all, examples: true },
  { breaks: all, others: 10, examples: true },
  { breaks: all, others: 3, examples: false },
  { breaks: 20, others: 3, examples: false },
  { breaks: 10, others: 2, examples: false },
  { breaks: 5, others: 1, examples: false },
  { breaks: 2, others: 1, examples: false },
  { breaks: 1, others: 1, examples: false },
];

/**
 * Returns the most detailed report that fits. If none fits, returns the shortest report. With `verbose`,
 * always returns the most detailed one.
 */
export function longestFittingReport(
  format: (detail: Detail) => string,
  fits: (report: string) => boolean,
  { verbose = false }: ReportOptions,
): string {
  let report = "";
  for (const detail of details) {
    report = format(detail);
    if (verbose || fits(report)) return report;
  }
  return report;
}

/** Returns the sections of a report about two documents. */
export function outlineOf(
  documents: ComparedDocuments,
  options: ReportOptions,
  detail: Detail,
): readonly Section[] {
  const { changes, failing } = documents;
  const isFailing = ({ fingerprint }: Change): boolean => failing?.has(fingerprint) === true;
  const isDocs = (change: Change): boolean => change.class === "docs";
  const counterparts = new Counterparts(changes);
  const countsDocs = options.verbose !== true && !changes.every(isDocs);
  const verbose = options.verbose === true;
  const isListed = (change: Change): boolean => !countsDocs || !isDocs(change) || isFailing(change);
  const reporter = new Map<Change, SectionKind>();
  for (const change of verbose ? [] : changes.filter(isListed)) {
    for (const other of counterparts.reportedWith(change)) {
      reporter.set(other, sectionKindOf(change, documents));
    }
  }
  return sectionKinds.flatMap((kind) => {
    const found = changes.filter((change) => kind === sectionKindOf(change, documents));
    if (found.length === 0) return [];
    const { class: each, heading } = kind;
    const listed = found.filter(isListed);
    const isOfCode = kind === codeOnly;
    const telling = { documents, counterparts, verbose, isOfCode };
    const unreported = listed.filter((one) => !reporter.has(one));
    const listedAbove = listed.filter(
      (one) => reporter.has(one) && reporter.get(one) !== kind,
    ).length;
    const groups = sectionGroups(unreported, telling, options, detail);
    const hasMore = listed.length < found.length;
    return [{ class: each, heading, count: found.length, groups, listedAbove, hasMore }];
  });
}

type SectionKind = Pick<Section, "class" | "heading">;

const codeOnly: SectionKind = {
  class: "potentially-breaking",
  heading: "Breaking for generated code only",
};

const kindOfClass: Readonly<Record<ChangeClass, SectionKind>> = {
  breaking: { class: "breaking", heading: classTitles.breaking.heading },
  "potentially-breaking": {
    class: "potentially-breaking",
    heading: classTitles["potentially-breaking"].heading,
  },
  deprecation: { class: "deprecation", heading: classTitles.deprecation.heading },
  "non-breaking": { class: "non-breaking", heading: classTitles["non-breaking"].heading },
  docs: { class: "docs", heading: classTitles.docs.heading },
};

const sectionKinds: readonly SectionKind[] = [
  kindOfClass.breaking,
  kindOfClass["potentially-breaking"],
  codeOnly,
  kindOfClass.deprecation,
  kindOfClass["non-breaking"],
  kindOfClass.docs,
];

function sectionKindOf(change: Change, { surface = "wire" }: ComparedDocuments): SectionKind {
  if (surface === "wire" && isBreak(change) && change.surface === "code") return codeOnly;
  return kindOfClass[change.class];
}

function sectionGroups(
  changes: readonly Change[],
  telling: RowOptions,
  options: ReportOptions,
  detail: Detail,
): readonly Group[] {
  const { documents } = telling;
  const byOperation = options.groupBy === "operation";
  const headings = (change: Change): readonly string[] =>
    byOperation ? operationsOf(change) : [[change.ruleId, sideOf(change), change.why].join("\n")];
  const sorted = byOperation
    ? changes
    : changes.toSorted((left, right) => rankOf(left, documents) - rankOf(right, documents));
  return [...groupBy(sorted, headings)].map(([key, members]) => {
    const rows = rowsOf(members, telling);
    const [first] = members;
    const isOfBreaks = first !== undefined && isBreak(first) && first.surface !== "code";
    const shown = rows.slice(0, isOfBreaks ? detail.breaks : detail.others);
    const more = rows.slice(shown.length).reduce((sum, row) => sum + row.count, 0);
    const [heading = "", side, why] = key.split("\n");
    return { heading, ...(side && { side }), ...(why && { why }), rows: shown, more };
  });
}

/**
 * Returns in which direction a change of a schema applies, because the same rule has different effects in
 * each direction.
 */
function sideOf({ ruleId, direction, affects }: Change): string {
  if (rules[ruleId].area !== "schema" || direction === undefined) return "";
  // `affects` has only the parts with the worst class. If all these parts have one direction, this is the
  // direction.
  const [only = direction, ...others] = new Set(affects.map((each) => each.direction));
  return `in values that clients ${sides[others.length > 0 ? direction : only]}`;
}

const sides = { request: "send", response: "receive", both: "send and receive" } as const;

/** The areas of rules, in the order of the report: areas that concern most clients come first. */
const areas: readonly RuleArea[] = [
  "document",
  "operation",
  "channel",
  "server",
  "security",
  "parameter",
  "request-body",
  "response",
  "message",
  "header",
  "extension",
  "schema",
];

/**
 * Returns the rank of a change in the report, the lowest first. Changes that fail the check come before all
 * others. In both groups, changes that concern most clients come first, and changes that concern only
 * strict clients come last.
 */
function rankOf(change: Change, { failing }: ComparedDocuments): number {
  const { ruleId, fingerprint } = change;
  const area = breaksStrictReaders(change) ? areas.length : areas.indexOf(rules[ruleId].area);
  const isRemoval = /-(removed|changed|narrowed)$/.test(ruleId);
  const fails = failing?.has(fingerprint) === true;
  return (fails ? 0 : 2 * areas.length + 2) + 2 * area + (isRemoval ? 0 : 1);
}

function operationsOf({ affects }: Change): readonly string[] {
  if (affects.length === 0) return ["The whole document"];
  return [...new Set(affects.map(({ operation }) => operation))];
}

/** Returns a sentence with the number of changes in a section that earlier sections already list. */
export function listedAboveText(count: number): readonly string[] {
  if (count === 0) return [];
  const are = count === 1 ? "is" : "are";
  return [`${count} of these ${are} listed above, with other changes of the same place.`];
}

/** Returns the number of changes in each section, in words. */
export function sectionCounts(sections: readonly Section[]): string {
  const total = sections.reduce((sum, { count }) => sum + count, 0);
  const parts = sections.map(({ count, heading, class: each }) => {
    const name = each === "deprecation" && count === 1 ? "deprecation" : lowerFirst(heading);
    return `${count} ${name}`;
  });
  return `${total} ${total === 1 ? "change" : "changes"}: ${parts.join(", ")}`;
}

function lowerFirst(text: string): string {
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}

/**
 * Returns how many changes fail the check and how many were accepted, in words. A text is empty if its
 * number is 0.
 */
export function statusOf({ changes, accepted, failing }: ComparedDocuments): {
  readonly accepted: string;
  readonly failing: string;
} {
  const agreed = changes.filter(({ fingerprint }) => accepted?.has(fingerprint)).length;
  const shown = changes.filter(({ fingerprint }) => failing?.has(fingerprint)).length;
  const hidden = (failing?.size ?? 0) - shown;
  const fails = [
    ...(shown > 0 ? [`${failText(shown)} the check.`] : []),
    ...(hidden > 0
      ? [`${failText(hidden)} the check, but --only hides ${hidden === 1 ? "it" : "them"}.`]
      : []),
  ];
  return { accepted: agreed > 0 ? `${agreed} accepted.` : "", failing: fails.join(" ") };
}

function failText(count: number): string {
  return count === 1 ? "1 change fails" : `${count} changes fail`;
}
