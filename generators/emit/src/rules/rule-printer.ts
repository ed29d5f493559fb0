// Declares what the functions that print rules need.

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
 * The direction in which values are sent. In a request, `readOnly` members can be missing. In a response,
 * `writeOnly` members can be missing.
 */
export type Direction = "request" | "response";

/** The contract whose rules are printed, the file for the rules, and the settings. */
export interface RulePrinter {
  readonly contract: Contract;
  readonly names: Names;
  readonly file: TypeScriptFile;
  /**
   * The values that rules check. `decoded`: 64-bit integers are already bigints. `parsed`: numbers are as
   * `JSON.parse` returns them, and rules convert safe integers to bigints. Default `decoded`.
   */
  readonly values?: "decoded" | "parsed" | undefined;
  /** The type of 64-bit integers. */
  readonly int64: Int64Type;
  /** The types of other values, if the user can choose them. By default, values keep their JSON types. */
  readonly valueTypes?: ValueTypes | undefined;
  /** The defaults that readers apply. By default, readers apply no defaults. */
  readonly defaults?: Defaults | undefined;
  /** Set if all values in the file are sent in one direction. */
  readonly direction?: Direction | undefined;
  /**
   * Which integers rules accept. `safe` accepts the values that decoding produces. `exact` also accepts
   * bigints of any size for `integer` and `number`, as JSON Schema does if no digits were lost. Default
   * `safe`.
   */
  readonly integers?: "safe" | "exact" | undefined;
  /**
   * If the contract has several schemas equal to `schema`, declares their rule once and returns its name.
   * Returns undefined for other schemas. If this function is missing, rules are not shared.
   */
  readonly sharedRule?: (schema: ObjectSchema, print: () => Printable) => string | undefined;
  /** Is called with each declaration to which a different rule refers by name. */
  readonly refer?: (declaration: Declaration) => void;
  /** Collects the keywords that the generated code does not check. */
  readonly report: NotEnforcedReport;
  /** Imports a value from the runtime. */
  runtime(name: string): ImportSymbol;
}

// Prints calls of the runtime's rules.

/** Prints a rule of the runtime: its name, or a call if it has arguments. */
export function printRuntimeRule(
  printer: RulePrinter,
  name: string,
  ...args: readonly Printable[]
): Printable {
  const callee = printer.runtime(name);
  return args.length === 0 ? callee : [callee, list("(", args, ")")];
}

/**
 * Prints a rule with one argument, which is an object literal. The braces of the literal are next to the
 * parentheses of the call.
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
 * Prints one rule that applies several rules one after the other. Without rules, prints a rule that accepts
 * every value.
 */
export function printSequence(printer: RulePrinter, rules: readonly Printable[]): Printable {
  const [only] = rules;
  if (only === undefined) return printRuntimeRule(printer, "accept");
  return rules.length === 1 ? only : printRuntimeRule(printer, "allOf", ...rules);
}
