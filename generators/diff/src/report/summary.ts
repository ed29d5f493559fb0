// Builds the summary at the top of a report: how many changes break clients, which clients break, and what
// they should do.

import { type Affected, type Change, isBreak } from "../changes/change.ts";
import { rules } from "../rules/rules.ts";
import { listText } from "../schemas/text.ts";
import { type Audience, adviceFor, breakageRank, breaksStrictReaders } from "./advice.ts";
import { nameChange } from "./name-change.ts";
import type { ComparedDocuments } from "./report.ts";
import { groupBy } from "./rows.ts";
import { suggestVersion } from "./suggest-version.ts";

/** The summary of a report. */
export interface Summary {
  /** The breaks, as a sentence. */
  readonly sentence: string;
  /** The affected clients and their next steps. */
  readonly audiences: readonly { readonly who: string; readonly steps: readonly string[] }[];
}

const most = 3;

/**
 * Summarizes the breaking changes between two documents. Names are in backticks. Returns undefined without
 * breaking changes.
 */
export function summaryOf(documents: ComparedDocuments): Summary | undefined {
  const { changes, surface = "wire" } = documents;
  const breaks = changes.filter(isBreak);
  if (breaks.length === 0) return undefined;
  const audiences = (["all", "send", "read", "code"] as const).flatMap((audience) => {
    const own = breaks.filter((change) => audiencesOf(change).includes(audience));
    return own.length === 0 && audience !== "code" ? [] : [audienceText(audience, own)];
  });
  const wire = breaks.filter((change) => surface === "code" || change.surface !== "code");
  return { sentence: breaksSentence(wire), audiences: [...audiences, ...providerText(documents)] };
}

/** Returns what the provider should do. */
function providerText(documents: ComparedDocuments): Summary["audiences"] {
  const suggested = suggestVersion(documents);
  const fails = (documents.failing?.size ?? 0) > 0;
  const isNeeded = suggested !== undefined && suggested.bump !== "none";
  const version =
    suggested?.version === undefined || !isNeeded
      ? []
      : suggested.reached === true
        ? [`nothing: info.version ${documents.revision?.version} is high enough`]
        : [`set info.version to ${suggested.version} or higher`];
  const steps = [...(fails ? ["fix or accept the changes that fail the check"] : []), ...version];
  return steps.length === 0 ? [] : [{ who: "The provider:", steps }];
}

function audiencesOf({ surface, affects, direction }: Change): readonly Audience[] {
  if (surface === "code") return ["code"];
  const directions = new Set(affects.map((each) => each.direction));
  if (directions.size === 0 && direction !== undefined) {
    if (direction !== "response") directions.add("request");
    if (direction !== "request") directions.add("response");
  }
  if (directions.size === 0) return ["all"];
  return [
    ...(directions.has("request") ? ["send" as const] : []),
    ...(directions.has("response") ? ["read" as const] : []),
  ];
}

function breaksSentence(breaks: readonly Change[]): string {
  if (breaks.length === 0) return "No change on the wire breaks clients.";
  const proved = breaks.filter(({ class: each }) => each === "breaking").length;
  const maybe = breaks.length - proved;
  const strict = breaks.filter(breaksStrictReaders).length;
  const some = strict === proved ? " that reject unknown properties" : "";
  const only = `${strict} of them only clients that reject unknown properties`;
  const what =
    proved === 0
      ? `${changesText(maybe)} may break clients`
      : `${changesText(proved)} ${proved === 1 ? "breaks" : "break"} clients${some}` +
        (strict > 0 && some === "" ? ` (${only})` : "") +
        (maybe > 0 ? `, and ${maybe} more may` : "");
  const kinds = groupByText(breaks, ({ ruleId }) => rules[ruleId].title);
  const shown = kinds
    .slice(0, most)
    .map(([title, { length }]) => lowerFirst(title) + (kinds.length > 1 ? ` (${length})` : ""));
  const rest = kinds.slice(most).reduce((sum, [, { length }]) => sum + length, 0);
  return `${what}: ${[...shown, ...(rest > 0 ? [`and ${rest} more`] : [])].join(", ")}.`;
}

/** Returns what an audience should do. Each change appears in one step only. */
function audienceText(
  audience: Audience,
  changes: readonly Change[],
): Summary["audiences"][number] {
  const steps = groupByText(changes, (change) => adviceFor(audience, change)).map(
    ([text, those]) => {
      const examples = audience === "code" ? "" : exampleText(those);
      return `${text}${those.length === changes.length ? "" : ` (${those.length})`}${examples}`;
    },
  );
  const count = changes.length === 0 ? "no changes" : changesText(changes.length);
  const both = audience === "read" ? changes.filter(breaksSenders).length : 0;
  const shared =
    both === 0 ? "" : `; ${both} of them ${both === 1 ? "is" : "are"} also counted above`;
  return {
    who: `${audienceNames[audience]}: ${count}${whereText(audience, changes)}${shared}.`,
    steps,
  };
}

function breaksSenders(change: Change): boolean {
  return audiencesOf(change).includes("send");
}

const mostExamples = 2;
const maxExamplesLength = 140;

/** Names the first subjects of changes. */
function exampleText(changes: readonly Change[]): string {
  const names = [...new Set(changes.map(nameChange))].filter((name) => name !== "");
  const isShort = (some: readonly string[]): boolean => some.join("").length <= maxExamplesLength;
  const some = names.slice(0, names.length === mostExamples + 1 ? names.length : mostExamples);
  const shown = [some, names.slice(0, mostExamples)].find(isShort) ?? names.slice(0, 1);
  if (shown.length === 0) return "";
  return names.length > shown.length ? `, such as ${listText(shown)}` : `: ${listText(shown)}`;
}

const audienceNames: Readonly<Record<Audience, string>> = {
  all: "All clients",
  send: "Clients that send",
  read: "Clients that read",
  code: "Generated code only",
};

const directions = { send: "request", read: "response" } as const;

/** Returns the operations that changes affect, as the last words of a sentence. */
function whereText(audience: Audience, changes: readonly Change[]): string {
  if (audience === "all" || audience === "code") return "";
  const isOfAudience = (each: Affected): boolean => each.direction === directions[audience];
  const counts = countAll(changes, ({ affects }) =>
    affects.filter(isOfAudience).map(({ operation }) => operation),
  );
  const [first] = counts;
  if (first === undefined) return "";
  if (counts.length <= most) return ` in ${listText(counts.map(([name]) => `\`${name}\``))}`;
  if (first[1] === 1) return ` in ${counts.length} operations`;
  const shown = counts.slice(0, 2).map(([name, count]) => `\`${name}\` (${count})`);
  return ` in ${counts.length} operations, most in ${listText(shown)}`;
}

/**
 * Groups changes by a text. The group that breaks most clients comes first; otherwise the largest group
 * comes first.
 */
function groupByText(
  changes: readonly Change[],
  textOf: (change: Change) => string,
): readonly (readonly [text: string, changes: readonly Change[]])[] {
  const worst = (those: readonly Change[]): number => Math.min(...those.map(breakageRank));
  return [...groupBy(changes, (change) => [textOf(change)])].toSorted(
    ([, left], [, right]) => worst(left) - worst(right) || right.length - left.length,
  );
}

/** Counts the names of changes. The most frequent name comes first. */
function countAll(
  changes: readonly Change[],
  namesOf: (change: Change) => readonly string[],
): readonly (readonly [name: string, count: number])[] {
  const counts = new Map<string, number>();
  for (const change of changes) {
    for (const name of new Set(namesOf(change))) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].toSorted(([, left], [, right]) => right - left);
}

function changesText(count: number): string {
  return `${count} ${count === 1 ? "change" : "changes"}`;
}

function lowerFirst(text: string): string {
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}
