// Converts steps to statements. A function that writes something has an offset as its argument and returns
// the next offset. The offset of a value is the result of the call that stores the fixed text before it.

import { block, concat, type Printable } from "../../../print/printable.ts";
import { textParts } from "../match.ts";
import type { Branch, Step, WritePrinter } from "./writer.ts";

/** Prints steps as statements. After them, the variable `to` is the offset after the written text. */
export function printSteps(print: WritePrinter, steps: readonly Step[]): Printable[] {
  const lines: Printable[] = [];
  let text = "";
  /**
   * Prints the calls that store the pending text, except the last call. Returns the last call, which is an
   * expression for the offset after the text.
   */
  const stored = (): string => {
    const calls = storeCalls(print, text);
    text = "";
    const last = calls.pop();
    if (last === undefined) return "to";
    for (const call of calls) lines.push(`to = ${call};`);
    return last;
  };
  const settle = (): void => {
    const to = stored();
    if (to !== "to") lines.push(`to = ${to};`);
  };
  for (const step of steps) {
    switch (step.kind) {
      case "text":
        text += step.text;
        break;
      case "check":
        lines.push(step.statement);
        break;
      case "value":
        lines.push(["to = ", step.print(stored()), ";"]);
        break;
      case "statement":
        settle();
        lines.push(step.print("to"));
        break;
      case "branches":
        settle();
        lines.push(printBranches(print, step.branches));
        break;
      default:
        step satisfies never;
    }
  }
  settle();
  return lines;
}

function printBranches(print: WritePrinter, branches: readonly Branch[]): Printable {
  return concat(
    branches.map(({ open, steps }, index) => [
      index === 0 ? "" : " ",
      open,
      " ",
      block("{", printSteps(print, steps), "}"),
    ]),
  );
}

/** Returns the calls that store the parts of a text. Each call has the offset `to` as its argument. */
function storeCalls(print: WritePrinter, text: string): string[] {
  // The text is split between members, as in readers, so that readers and writers share constants.
  return text.split(/(?=[,{]"|[}\]])/).flatMap((piece) =>
    textParts(piece).flatMap(({ text: part }) => {
      if (part === "") return [];
      if (part.length === 1) return [`storeByte(to, 0x${part.charCodeAt(0).toString(16)})`];
      const store = part.length > 16 ? "storeLong" : part.length > 8 ? "store" : "storeShort";
      return [`${store}(to, ${print.constants.text(part)})`];
    }),
  );
}
