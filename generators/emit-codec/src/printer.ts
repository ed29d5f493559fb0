import type { RulePrinter } from "@specwright/print-rules";

/** The input of every printing function: one contract, and one file that its codecs are printed into. */
export type Printer = RulePrinter;
