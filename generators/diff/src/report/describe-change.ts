// The sentences about a change. Several report formats use them.

import { isObject } from "@specwright/schemas";
import type { JsonValue } from "@specwright/spec-loader";
import {
  type Affected,
  type Change,
  type ChangeClass,
  changeClasses,
  isBreak,
  type Subject,
} from "../changes/change.ts";
import { jsonText } from "./json-text.ts";
import { oneLine } from "./one-line.ts";
import { type ComparedDocuments, classTitles } from "./report.ts";

const maxWitnessLength = 200;

/**
 * Returns the affected parts of a change as texts: the first `most` parts, and the number of further parts.
 */
export function affectedTexts(
  affects: readonly Affected[],
  most: number,
): { readonly shown: readonly string[]; readonly more: number } {
  const texts = affects.map(({ operation, part }) =>
    oneLine(part === "" ? operation : `${operation}: ${part}`),
  );
  // An additional part needs no more space than "and 1 more".
  const count = texts.length <= most + 1 ? texts.length : most;
  return { shown: texts.slice(0, count), more: texts.length - count };
}

/** Returns a sentence with the first affected operations that the message does not name. */
export function affectsText({ affects, message }: Change): readonly string[] {
  const others = affects.filter(({ operation }) => !message.includes(operation));
  const { shown, more } = affectedTexts(others, 3);
  if (shown.length === 0) return [];
  return [`Affects ${[...shown, ...(more > 0 ? [`and ${more} more`] : [])].join(", ")}.`];
}

/**
 * Returns the example value of a change as JSON on one line, and a text that says which version accepts the
 * value. Returns undefined if the message already contains the value.
 */
export function witnessTexts({
  witness,
  message,
  ruleId,
}: Pick<Change, "witness" | "message" | "ruleId">):
  | { readonly value: string; readonly meaning: string }
  | undefined {
  if (witness === undefined) return undefined;
  const value = shortValue(witness.value, message);
  if (value === undefined || message.includes(`\`${value}\``)) return undefined;
  // An alternative without a type also accepts `null`, but `null` does not explain the change.
  if (value === "null" && /^(any-of|one-of)-added$/.test(ruleId)) return undefined;
  const meaning = witness.validIn === "base" ? "is no longer valid" : "is now valid";
  // The example for a changed `minLength` or `maxLength` is a text of one repeated character.
  const [long = "", character = ""] = /^"(.)\1{40,}"$/.exec(value) ?? [];
  if (long === "") return { value, meaning };
  const length = [...long].length - 2;
  return { value: `"${character.repeat(5)}…"`, meaning: `of ${length} characters ${meaning}` };
}

/** Writes a value as JSON. For a long object, writes only the members that the message names. */
function shortValue(value: JsonValue, message: string): string | undefined {
  const text = oneLine(jsonText(value));
  if (text.length <= maxWitnessLength) return text;
  if (!isObject(value)) return `${text.slice(0, maxWitnessLength)}…`;
  const named = Object.entries(value).filter(([name]) => message.includes(`\`${name}\``));
  if (named.length === 0) return undefined;
  const part = oneLine(jsonText(Object.fromEntries(named)));
  return part.length > maxWitnessLength ? undefined : part.replace(/\}$/, ",…}");
}

/** The note on a break that does not affect requests or responses. */
export const codeOnlyNote = "breaks generated code only";

/** Returns notes about a change, such as `accepted until 2027-03-31: reason`. */
export function notesOf(
  change: Change,
  { accepted, severities }: ComparedDocuments,
): readonly string[] {
  const notes: string[] = [];
  if (isBreak(change) && change.surface === "code") notes.push(codeOnlyNote);
  if (isBreak(change) && change.surface === "docs")
    notes.push("breaks a promise, but changes nothing on the wire");
  if (change.sunset !== undefined) notes.push(`sunset ${oneLine(change.sunset)}`);
  const severity = severities?.get(change.fingerprint);
  if (severity !== undefined) notes.push(`severity ${severity}, as configured`);
  const acceptance = accepted?.get(change.fingerprint);
  if (acceptance !== undefined) {
    const until = acceptance.until === undefined ? "" : ` until ${acceptance.until}`;
    notes.push(`accepted${until}: ${oneLine(acceptance.reason)}`);
  }
  return notes;
}

/** Returns a subject as one text: `operation GET /orders`. */
export function subjectText({ kind, name, path }: Subject): string {
  return oneLine([kind, name, path ?? ""].join(" "));
}

/** The number of changes of each class. */
export type ChangeCounts = Readonly<Record<ChangeClass, number>>;

/** Counts changes by class. */
export function countChanges(changes: readonly Change[]): ChangeCounts {
  const counts: Record<ChangeClass, number> = {
    breaking: 0,
    "potentially-breaking": 0,
    deprecation: 0,
    "non-breaking": 0,
    docs: 0,
  };
  for (const change of changes) counts[change.class] += 1;
  return counts;
}

/**
 * Returns the number of changes in words: `1 breaking change`, or `3 changes, 1 breaking` for several
 * classes. Returns an empty text without changes. Non-breaking changes are only part of the total.
 */
export function countsText(counts: ChangeCounts): string {
  const found = changeClasses.filter((each) => counts[each] > 0);
  const [only] = found;
  if (only === undefined) return "";
  if (found.length === 1) return countedChanges(counts, only);
  const total = found.reduce((sum, each) => sum + counts[each], 0);
  const named = found
    .filter((each) => each !== "non-breaking")
    .map((each) =>
      each === "deprecation"
        ? countedChanges(counts, each)
        : `${counts[each]} ${classTitles[each].count}`,
    );
  return [`${total} changes`, ...named].join(", ");
}

function countedChanges(counts: ChangeCounts, each: ChangeClass): string {
  return `${counts[each]} ${classTitles[each].noun}${counts[each] === 1 ? "" : "s"}`;
}
