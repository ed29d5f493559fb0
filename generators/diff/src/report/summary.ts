// The head of a report: how much breaks, whom, and what they do about it.

import { type Affected, type Change, isBreak } from "../changes/change.ts";
import type { RuleArea } from "../rules/rule.ts";
import { rules } from "../rules/rules.ts";
import { list } from "../schemas/text.ts";
import { type Audience, adviceFor } from "./advice.ts";
import type { ComparedDocuments } from "./report.ts";
import { suggestVersion } from "./suggest-version.ts";

/** What a report says first. */
export interface Summary {
  /** What breaks, as a sentence. */
  readonly sentence: string;
  /** Whom it breaks, and what they do about it. */
  readonly audiences: readonly { readonly who: string; readonly steps: readonly string[] }[];
}

const most = 3;
const mostSteps = 4;

/** Summarizes the breaks of two documents, with names between backticks; undefined if there are none. */
export function summaryOf(documents: ComparedDocuments): Summary | undefined {
  const { changes, surface = "wire" } = documents;
  const breaks = changes.filter(isBreak);
  if (breaks.length === 0) return undefined;
  const audiences = (["all", "send", "read", "code"] as const).flatMap((audience) => {
    const own = breaks.filter((change) => audiencesOf(change).includes(audience));
    return own.length === 0 ? [] : [audienceText(audience, own)];
  });
  const wire = breaks.filter((change) => surface === "code" || change.surface !== "code");
  return { sentence: sentenceOf(wire), audiences: [...audiences, ...providerText(documents)] };
}

/** Says what the provider of the interface does. */
function providerText(documents: ComparedDocuments): Summary["audiences"] {
  const suggested = suggestVersion(documents);
  const fails = (documents.failing?.size ?? 0) > 0;
  const version =
    suggested?.version === undefined || suggested.bump === "none"
      ? []
      : [`publish the new document as version ${suggested.version} or higher`];
  const steps = [...(fails ? ["undo or accept what fails the check"] : []), ...version];
  return steps.length === 0 ? [] : [{ who: "The provider:", steps }];
}

/** Returns whom a change breaks. */
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

function sentenceOf(breaks: readonly Change[]): string {
  if (breaks.length === 0) return "Nothing that is sent breaks a client.";
  const proved = breaks.filter(({ class: each }) => each === "breaking").length;
  const maybe = breaks.length - proved;
  const what =
    proved === 0
      ? `${changesText(maybe)} may break clients`
      : `${changesText(proved)} ${proved === 1 ? "breaks" : "break"} clients` +
        (maybe > 0 ? `, and ${maybe} more may` : "");
  const kinds = countBy(breaks, ({ ruleId }) => rules[ruleId].title);
  const shown = kinds
    .slice(0, most)
    .map(([title, count]) => lowerFirst(title) + (kinds.length > 1 ? ` (${count})` : ""));
  const rest = kinds.slice(most).reduce((sum, [, count]) => sum + count, 0);
  return `${what}: ${[...shown, ...(rest > 0 ? [`and ${rest} more`] : [])].join(", ")}.`;
}

function audienceText(
  audience: Audience,
  changes: readonly Change[],
): Summary["audiences"][number] {
  const advice = countBy(changes, ({ ruleId }) => adviceFor(audience, ruleId));
  const steps = advice.slice(0, mostSteps).map(([text, count]) => {
    const those = changes.filter(({ ruleId }) => adviceFor(audience, ruleId) === text);
    const examples = audience === "code" ? "" : exampleText(those);
    const isAll = count === changes.length;
    return `${text}${isAll ? "" : ` (${count})`}${examples}`;
  });
  const undecided = changes.filter(({ class: each }) => each === "potentially-breaking").length;
  return {
    who: `${audienceNames[audience]}: ${changesText(changes.length)}${whereText(audience, changes)}.`,
    steps:
      undecided > 0 && audience !== "code"
        ? [...steps, `check by hand what may break (${undecided})`]
        : steps,
  };
}

const mostExamples = 2;
const maxExamplesLength = 90;

/** Names the first things that changes are about. */
function exampleText(changes: readonly Change[]): string {
  const names = [...new Set(changes.map(thingOf))].filter((name) => name !== "");
  const some = names.slice(0, mostExamples).map((name) => `\`${name}\``);
  const shown = some.join("").length > maxExamplesLength ? some.slice(0, 1) : some;
  if (shown.length === 0) return "";
  return names.length > shown.length ? `, such as ${list(shown)}` : `: ${list(shown)}`;
}

/** Names what a change is about: the property or value, with its schema, or the operation. */
function thingOf({ subject: { kind, name, path = "" }, ruleId, message }: Change): string {
  const [, own = ""] = /^[^`]*`([^`"]+)`/.exec(message) ?? [];
  const { area } = rules[ruleId];
  if (area === "server") return [...message.matchAll(/`([^`]+)`/g)][1]?.[1] ?? own;
  if (area === "security") return own;
  const [part = "", inner = ""] = kind === "schema" ? ["", path] : path.split(": ");
  const isOfProperty = /^(required-)?property-/.test(ruleId);
  const member = [inner, ...(isOfProperty ? [own] : [])].filter((each) => each !== "").join(".");
  if (kind === "schema") return [name, ...(member === "" ? [] : [member])].join(".");
  return [name, part, member].filter((each) => each !== "").join(" › ");
}

const audienceNames: Readonly<Record<Audience, string>> = {
  all: "All clients",
  send: "Clients that send",
  read: "Clients that read",
  code: "Only code that is generated from the document",
};

const directions = { send: "request", read: "response" } as const;

/** Says in which operations changes are. */
function whereText(audience: Audience, changes: readonly Change[]): string {
  if (audience === "all" || audience === "code") return "";
  const isOfAudience = (each: Affected): boolean => each.direction === directions[audience];
  const counts = countAll(changes, ({ affects }) =>
    affects.filter(isOfAudience).map(({ operation }) => operation),
  );
  const [first] = counts;
  if (first === undefined) return "";
  if (counts.length <= most) return ` in ${list(counts.map(([name]) => `\`${name}\``))}`;
  if (first[1] === 1) return ` in ${counts.length} operations`;
  const shown = counts.slice(0, 2).map(([name, count]) => `\`${name}\` (${count})`);
  return ` in ${counts.length} operations, most in ${list(shown)}`;
}

/** The areas of rules about something that a client cannot do without. */
const weighty: ReadonlySet<RuleArea> = new Set(["operation", "server", "channel"]);

/** Counts changes by a text: first what concerns whole operations, then the most. */
function countBy(
  changes: readonly Change[],
  textOf: (change: Change) => string,
): readonly (readonly [text: string, count: number])[] {
  const counts = countAll(changes, (change) => [textOf(change)]);
  const first = changes.filter(({ ruleId }) => weighty.has(rules[ruleId].area)).map(textOf);
  const isFirst = ([text]: readonly [string, number]): boolean => first.includes(text);
  return [...counts.filter(isFirst), ...counts.filter((each) => !isFirst(each))];
}

/** Counts changes by names, the most first; a change counts once for each of its names. */
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
