// Calls of the runtime's rules.

import { list, type Printable } from "../print/printable.ts";
import type { RulePrinter } from "./rule-printer.ts";

/** Prints a rule, with a call if it has arguments. */
export function rule(printer: RulePrinter, name: string, ...args: readonly Printable[]): Printable {
  const callee = printer.runtime(name);
  return args.length === 0 ? callee : [callee, list("(", args, ")")];
}

/**
 * Prints a rule with the brackets of its only argument, an object literal, next to those of the
 * call.
 */
export function ruleOfRecord(
  printer: RulePrinter,
  name: string,
  entries: readonly Printable[],
): Printable {
  return [printer.runtime(name), "(", record(entries), ")"];
}

/** Prints an object literal. */
export function record(entries: readonly Printable[]): Printable {
  return list("{", entries, "}", { padding: entries.length > 0 });
}

/** Prints one rule that applies several in turn; without rules, one that accepts everything. */
export function inTurn(printer: RulePrinter, rules: readonly Printable[]): Printable {
  const [only] = rules;
  if (only === undefined) return rule(printer, "accept");
  return rules.length === 1 ? only : rule(printer, "allOf", ...rules);
}
