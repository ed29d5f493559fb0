// Writes the report of keywords that generated validators do not check.

import type { DiagnosticTable, JsonValue, Source } from "@specwright/spec-loader";
import type { EmitContext } from "./emitter.ts";

/** A keyword that the generated code does not check. */
export interface NotEnforced {
  readonly pointer: string;
  readonly file: string;
  readonly keyword: string;
  readonly reason: string;
}

/** Collects the keywords that the generated code does not check. */
export interface NotEnforcedReport {
  add(source: Source, keyword: string, reason: string): void;
  /** Adds a keyword that is deliberately not checked. The report lists it, but there is no diagnostic. */
  intended(source: Source, keyword: string, reason: string): void;
  /** Adds a pattern that is not a valid ECMAScript regular expression. */
  unreadable(source: Source, keyword: string): void;
  /** Writes the report file, and reports each keyword once. Does nothing if the report is empty. */
  write(context: EmitContext): void;
}

/** Options: the path of the report file, and the codes of the diagnostics. */
export interface NotEnforcedOptions<Code extends string> {
  /** The path of the report, such as `schemas.report.json`. */
  readonly path: string;
  readonly diagnostics: DiagnosticTable<Code>;
  /** The code for a keyword that is not checked, and the code for an invalid pattern. */
  readonly codes: { readonly keyword: Code; readonly pattern: Code };
}

/** Creates an empty report. */
export function createNotEnforcedReport<Code extends string>(
  options: NotEnforcedOptions<Code>,
): NotEnforcedReport {
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
      for (const source of patterns) reportPattern(context, options, source);
      if (entries.size === 0) return;
      const list = [...entries.entries()].sort(compareKeys).map(([, entry]) => entry);
      context.text(options.path, `${JSON.stringify({ notEnforced: list }, null, 2)}\n`);
      const surprising = list.filter((entry) => !intended.has(entryKey(entry)));
      for (const [keyword, places] of groupByKeyword(surprising))
        reportKeyword(context, options, keyword, places);
    },
  };
}

function entryKey({ file, pointer, keyword, reason }: NotEnforced): string {
  return JSON.stringify([file, pointer, keyword, reason] satisfies JsonValue);
}

function reportKeyword<Code extends string>(
  context: EmitContext,
  { diagnostics, codes }: NotEnforcedOptions<Code>,
  keyword: string,
  places: readonly NotEnforced[],
): void {
  const [first] = places;
  if (first === undefined) return;
  const { severity, fix } = diagnostics[codes.keyword];
  const count = places.length === 1 ? "in one place" : `in ${places.length} places`;
  context.report({
    code: codes.keyword,
    severity,
    message: `\`${keyword}\` is not checked ${count}: ${first.reason}.`,
    fix,
    source: { file: first.file, pointer: first.pointer },
  });
}

function reportPattern<Code extends string>(
  context: EmitContext,
  { diagnostics, codes }: NotEnforcedOptions<Code>,
  source: Source,
): void {
  const { severity, fix } = diagnostics[codes.pattern];
  const message = "The pattern is not an ECMAScript regular expression, so it is not checked.";
  context.report({ code: codes.pattern, severity, message, fix, source });
}

function groupByKeyword(list: readonly NotEnforced[]): ReadonlyMap<string, readonly NotEnforced[]> {
  const groups = new Map<string, NotEnforced[]>();
  for (const entry of list) {
    const group = groups.get(entry.keyword);
    if (group === undefined) groups.set(entry.keyword, [entry]);
    else group.push(entry);
  }
  return groups;
}

function compareKeys(
  [left]: readonly [string, unknown],
  [right]: readonly [string, unknown],
): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
