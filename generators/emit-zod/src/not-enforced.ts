// The list of what the emitted schemas let through.

import type { EmitContext, Source } from "@specwright/emit-kit";
import { diagnostics } from "./diagnostics.ts";

/** Is a keyword that the emitted schema does not enforce. */
export interface NotEnforced {
  readonly pointer: string;
  readonly file: string;
  readonly keyword: string;
  readonly reason: string;
}

/** Collects what is not enforced. */
export interface NotEnforcedReport {
  add(source: Source, keyword: string, reason: string): void;
  /** Adds what a document leaves open on purpose: in the report, but no diagnostic. */
  intended(source: Source, keyword: string, reason: string): void;
  /** Adds a pattern that is not a regular expression of ECMAScript. */
  unreadable(source: Source, keyword: string): void;
  /** Writes `schemas.report.json` unless nothing was added, and reports each keyword once. */
  write(context: EmitContext): void;
}

/** Starts an empty report. */
export function createReport(): NotEnforcedReport {
  const entries = new Map<string, NotEnforced>();
  const intended = new Set<string>();
  const patterns: Source[] = [];
  const add = ({ file, pointer }: Source, keyword: string, reason: string): void => {
    entries.set(entryKey({ file, pointer, keyword, reason }), { file, pointer, keyword, reason });
  };
  return {
    add,
    intended(source, keyword, reason) {
      add(source, keyword, reason);
      intended.add(entryKey({ file: source.file, pointer: source.pointer, keyword, reason }));
    },
    unreadable(source, keyword) {
      add(source, keyword, "the pattern is not an ECMAScript regular expression");
      patterns.push(source);
    },
    write(context) {
      for (const source of patterns) reportPattern(context, source);
      if (entries.size === 0) return;
      const list = [...entries.entries()].sort(byKey).map(([, entry]) => entry);
      context.text("schemas.report.json", `${JSON.stringify({ notEnforced: list }, null, 2)}\n`);
      const surprising = list.filter((entry) => !intended.has(entryKey(entry)));
      for (const [keyword, places] of grouped(surprising)) reportKeyword(context, keyword, places);
    },
  };
}

function entryKey({ file, pointer, keyword, reason }: NotEnforced): string {
  return JSON.stringify([file, pointer, keyword, reason]);
}

function reportKeyword(
  context: EmitContext,
  keyword: string,
  places: readonly NotEnforced[],
): void {
  const [first] = places;
  if (first === undefined) return;
  const { severity, fix } = diagnostics.KEYWORD_NOT_ENFORCED;
  const count = places.length === 1 ? "in one place" : `in ${places.length} places`;
  context.report({
    code: "KEYWORD_NOT_ENFORCED",
    severity,
    message: `\`${keyword}\` is not enforced ${count}: ${first.reason}.`,
    fix,
    source: { file: first.file, pointer: first.pointer },
  });
}

function reportPattern(context: EmitContext, source: Source): void {
  const { severity, fix } = diagnostics.PATTERN_UNREADABLE;
  const message = "The pattern is not an ECMAScript regular expression, and is not enforced.";
  context.report({ code: "PATTERN_UNREADABLE", severity, message, fix, source });
}

function grouped(list: readonly NotEnforced[]): ReadonlyMap<string, readonly NotEnforced[]> {
  const groups = new Map<string, NotEnforced[]>();
  for (const entry of list) {
    const group = groups.get(entry.keyword);
    if (group === undefined) groups.set(entry.keyword, [entry]);
    else group.push(entry);
  }
  return groups;
}

function byKey([left]: readonly [string, unknown], [right]: readonly [string, unknown]): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
