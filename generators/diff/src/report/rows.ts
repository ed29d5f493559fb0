// Builds the rows of a report for people. A row is one sentence about a change, or about the same change in
// several places.

import { type Affected, type Change, isBreak } from "../changes/change.ts";
import { rules } from "../rules/rules.ts";
import type { Counterparts } from "./counterparts.ts";
import { codeOnlyNote, notesOf } from "./describe-change.ts";
import { groupOperations } from "./group-operations.ts";
import type { ComparedDocuments } from "./report.ts";

/** A sentence and its changes: the same change in several places or of several properties. */
export interface Row {
  readonly first: Change;
  /** The message of the change. If related changes share the sentence, the sentence names them too. */
  readonly sentence: string;
  /**
   * The operation and its part that the sentence names: `GET /orders › response 200`. Absent if the
   * sentence names none.
   */
  readonly place?: string;
  /** The sentence without the text of `place`. */
  readonly short: string;
  /** The other subjects with the same change, in backticks if the message has them in backticks. */
  readonly also: readonly string[];
  /** The other properties of the subject with the same change. */
  readonly properties: readonly string[];
  /** The number of changes in this row. */
  readonly count: number;
  readonly affects: readonly string[];
  readonly notes: readonly string[];
}

export interface RowOptions {
  readonly documents: ComparedDocuments;
  readonly counterparts: Counterparts;
  /** Whether each change has its own row. */
  readonly verbose: boolean;
  /** Whether the heading of the group already says that only generated code breaks. */
  readonly isOfCode: boolean;
}

/**
 * Combines the same change of several subjects into one row. With `verbose`, each change has a separate
 * row.
 */
export function rowsOf(changes: readonly Change[], telling: RowOptions): readonly Row[] {
  const { verbose, documents, counterparts } = telling;
  const template = (change: Change): string => {
    const sentence = counterparts.sentenceOf(change);
    const sides = splitAtSubject(sentence, change)?.sides ?? sentence;
    return JSON.stringify([sides, notesOf(change, documents)]);
  };
  const keys = (change: Change): readonly string[] => [
    verbose ? change.fingerprint : template(change),
  ];
  const rows = [...groupBy(changes, keys).values()].flatMap((members) => rowOf(members, telling));
  return verbose ? rows : foldProperties(rows);
}

function rowOf(
  members: readonly Change[],
  { documents, counterparts, verbose, isOfCode }: RowOptions,
): readonly Row[] {
  const [first] = members;
  if (first === undefined) return [];
  const names = members.map((change) => splitAtSubject(change.message, change)?.name ?? "");
  const also = otherSubjects(first, [...new Set(names)].slice(1));
  const showsAffected = verbose || isBreak(first) || first.subject.kind === "component";
  const affects = showsAffected ? affectsOf(members, verbose ? all : maxAffected) : [];
  const namesOperation = first.affects.some(({ operation }) => first.message.includes(operation));
  const sentence = verbose ? first.message : counterparts.sentenceOf(first);
  return [
    {
      first,
      sentence,
      ...shortOf(sentence, first),
      also: namesOperation ? [...also, ...affects] : also,
      properties: [],
      count: members.length,
      affects: namesOperation ? [] : affects,
      notes: notesOf(first, documents).filter((note) => !(isOfCode && note === codeOnlyNote)),
    },
  ];
}

/** Removes the operation and its part from a sentence. */
function shortOf(
  sentence: string,
  { subject: { kind, name, path = "" } }: Change,
): { readonly short: string; readonly place?: string } {
  const [part = ""] = path.split(": ");
  const place = ` in the ${part} of ${name}`;
  if (kind !== "operation" || part === "" || !sentence.includes(place)) return { short: sentence };
  return { short: sentence.replace(place, ""), place: `${name} › ${part}` };
}

const propertyRule = /^(required-)?property-/;
const startOfProperty = /^(The (?:\w+ )?property )(`[^`]+`)(.*)$/s;

/** Combines rows about several properties of one subject if the properties have the same change. */
function foldProperties(rows: readonly Row[]): readonly Row[] {
  const folded = new Map<string, Row>();
  for (const row of rows) {
    const [, start, property = "", end] = startOfProperty.exec(row.sentence) ?? [];
    const isOfProperty = propertyRule.test(row.first.ruleId) && start !== undefined;
    const key = isOfProperty
      ? JSON.stringify([start, end, row.also, row.affects, row.notes, row.first.subject.kind])
      : row.first.fingerprint;
    const known = folded.get(key);
    if (known === undefined) folded.set(key, row);
    else {
      const properties = [...known.properties, property];
      folded.set(key, { ...known, properties, count: known.count + row.count });
    }
  }
  return [...folded.values()].map((row) => ({
    ...row,
    properties: limitTexts(row.properties, maxProperties),
  }));
}

const all = Number.POSITIVE_INFINITY;
const maxSubjects = 8;
const maxOperations = 5;
const maxProperties = 12;
const maxAffected = 3;

/** Lists other subjects of a change. Combines many operations by the first words of their paths. */
function otherSubjects(change: Change, names: readonly string[]): readonly string[] {
  if (rules[change.ruleId].area !== "operation") return limitTexts(names, maxSubjects);
  return limitTexts(groupOperations(names, maxOperations), maxOperations);
}

function limitTexts(texts: readonly string[], most: number): readonly string[] {
  if (texts.length <= most + 1) return texts;
  return [...texts.slice(0, most), `and ${texts.length - most} more`];
}

/** Splits a sentence about a change at the name of its subject. */
function splitAtSubject(
  message: string,
  { subject: { name } }: Change,
): { readonly sides: readonly [string, string]; readonly name: string } | undefined {
  const written = message.includes(`\`${name}\``) ? `\`${name}\`` : name;
  const start = message.lastIndexOf(written);
  if (name === "" || start < 0) return undefined;
  return { sides: [message.slice(0, start), message.slice(start + written.length)], name: written };
}

/**
 * Lists the affected parts of changes without duplicates. Omits operations that the message already names.
 */
function affectsOf(changes: readonly Change[], most: number): readonly string[] {
  const affects = new Map<string, Affected>();
  for (const change of changes) {
    for (const each of change.affects) {
      if (change.message.includes(each.operation)) continue;
      affects.set(`${each.operation}\n${each.part}`, each);
    }
  }
  const found = [...affects.values()];
  // An additional part needs no more space than "and 1 more".
  const shown = found.length <= most + 1 ? found : found.slice(0, most);
  const byPart = new Map<string, string[]>();
  for (const { part, operation } of shown) {
    byPart.set(part, [...(byPart.get(part) ?? []), operation]);
  }
  const texts = [...byPart].map(([part, operations]) =>
    part === "" ? operations.join(", ") : `${part} of ${operations.join(", ")}`,
  );
  const more = found.length - shown.length;
  return more > 0 ? [...texts, `and ${more} more`] : texts;
}

/**
 * Groups changes by key. A change can have several keys. The groups are in the order of their first
 * changes.
 */
export function groupBy(
  changes: readonly Change[],
  keysOf: (change: Change) => readonly string[],
): ReadonlyMap<string, readonly Change[]> {
  const groups = new Map<string, Change[]>();
  for (const change of changes) {
    for (const key of keysOf(change)) {
      const group = groups.get(key);
      if (group) group.push(change);
      else groups.set(key, [change]);
    }
  }
  return groups;
}
