import type { RulePrinter } from "../rules/rule-printer.ts";

/** The input of every printing function: a contract, and the file for its codecs. */
export type Printer = RulePrinter;
