// Calls of the run time's rules.

import { list, type Printable } from "@specwright/emit-kit";
import type { RulePrinter } from "./rule-printer.ts";

/** Prints a rule, called with arguments when there are some. */
export function rule(printer: RulePrinter, name: string, ...args: readonly Printable[]): Printable {
  const callee = printer.runtime(name);
  return args.length === 0 ? callee : [callee, list("(", args, ")")];
}

/** Prints a rule whose one argument, an object literal, keeps its brackets beside those of the call. */
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

/** Prints one rule that applies several in turn; nothing to check is a rule that accepts. */
export function inTurn(printer: RulePrinter, rules: readonly Printable[]): Printable {
  const [only] = rules;
  if (only === undefined) return rule(printer, "accept");
  return rules.length === 1 ? only : rule(printer, "allOf", ...rules);
}
