import type { RulePrinter } from "../rules/rule-printer.ts";

/** The input of every printing function: one contract, and one file that its codecs are printed into. */
export type Printer = RulePrinter;
