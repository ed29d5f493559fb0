// The input of the functions that print rules.

import type {
  Contract,
  Declaration,
  Defaults,
  Int64Type,
  Names,
  ObjectSchema,
  ValueTypes,
} from "@specwright/contract";
import type { NotEnforcedReport } from "../print/not-enforced.ts";
import { type ImportSymbol, list, type Printable } from "../print/printable.ts";
import type { TypeScriptFile } from "../print/typescript-file.ts";

/**
 * The direction in which values are sent. `readOnly` members can be absent from a request, and
 * `writeOnly` members from a response.
 */
export type Direction = "request" | "response";

/** The input of every function that prints rules: a contract, and the file to print into. */
export interface RulePrinter {
  readonly contract: Contract;
  readonly names: Names;
  readonly file: TypeScriptFile;
  /**
   * The form of the values that rules get: `decoded`, with 64-bit integers as bigint, or `parsed`,
   * in which rules convert safe integers to bigint. Default `decoded`.
   */
  readonly values?: "decoded" | "parsed" | undefined;
  /** The type of 64-bit integers. */
  readonly int64: Int64Type;
  /** The types of other values, where there is a choice. Default: the JSON types. */
  readonly valueTypes?: ValueTypes | undefined;
  /** The defaults that readers apply. Default: none. */
  readonly defaults?: Defaults | undefined;
  /** The direction of all values of the file, if there is only one. */
  readonly direction?: Direction | undefined;
  /**
   * The values of `integer` and `number`. `safe` accepts the values that decoding produces. `exact`
   * also accepts integers of any size as bigint, as JSON Schema does for values that were read
   * exactly. Default `safe`.
   */
  readonly integers?: "safe" | "exact" | undefined;
  /**
   * Declares a rule for a schema that occurs several times in the contract, and returns its name;
   * undefined for other schemas. If absent, no rule is shared.
   */
  readonly sharedRule?: (schema: ObjectSchema, print: () => Printable) => string | undefined;
  /** Called with each declaration that another rule refers to by name. */
  readonly refer?: (declaration: Declaration) => void;
  /** Collects the keywords that are not enforced. */
  readonly report: NotEnforcedReport;
  /** Imports a value from the runtime. */
  runtime(name: string): ImportSymbol;
}

// Calls of the runtime's rules.

/** Prints a rule, with a call if it has arguments. */
export function printRuntimeRule(
  printer: RulePrinter,
  name: string,
  ...args: readonly Printable[]
): Printable {
  const callee = printer.runtime(name);
  return args.length === 0 ? callee : [callee, list("(", args, ")")];
}

/**
 * Prints a rule whose only argument is an object literal; the brackets of the literal stay next to
 * those of the call.
 */
export function ruleOfRecord(
  printer: RulePrinter,
  name: string,
  entries: readonly Printable[],
): Printable {
  return [printer.runtime(name), "(", printRecord(entries), ")"];
}

/** Prints an object literal. */
export function printRecord(entries: readonly Printable[]): Printable {
  return list("{", entries, "}", { padding: entries.length > 0 });
}

/**
 * Prints one rule that applies several rules one after another; without rules, one that accepts
 * everything.
 */
export function printSequence(printer: RulePrinter, rules: readonly Printable[]): Printable {
  const [only] = rules;
  if (only === undefined) return printRuntimeRule(printer, "accept");
  return rules.length === 1 ? only : printRuntimeRule(printer, "allOf", ...rules);
}
