// From steps to statements. Fixed text is stored eight bytes at a time, at the offset so far and what
// was stored since; the offset itself is brought up to date only where it must be.

import { block, concat, type Printable } from "@specwright/emit-kit";
import { textParts } from "../match.ts";
import type { Branch, Step, WritePrinter } from "./writer.ts";

/** Prints steps as statements that move the variable `to`. */
export function printSteps(print: WritePrinter, steps: readonly Step[]): Printable[] {
  const lines: Printable[] = [];
  let text = "";
  const store = (): string => {
    lines.push(...printText(print, text));
    const to = text === "" ? "to" : `to + ${text.length}`;
    text = "";
    return to;
  };
  const settle = (): void => {
    const { length } = text;
    store();
    if (length > 0) lines.push(`to += ${length};`);
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
        lines.push(["to = ", step.print(store()), ";"]);
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

function printText(print: WritePrinter, text: string): Printable[] {
  // Members apart, as readers compare them: so that both use the same constants.
  let from = 0;
  return text.split(/(?=[,{]"|[}\]])/).flatMap((piece) => {
    const lines = printPiece(print, piece, from);
    from += piece.length;
    return lines;
  });
}

function printPiece(print: WritePrinter, text: string, from: number): Printable[] {
  if (text === "") return [];
  return textParts(text).flatMap((part) => {
    const to = (offset: number): string => (from + offset === 0 ? "to" : `to + ${from + offset}`);
    if (part.text.length < 3) {
      return [...part.text].map((character, index) => {
        const code = character.charCodeAt(0).toString(16).padStart(2, "0");
        return `view.setUint8(${to(part.offset + index)}, 0x${code});`;
      });
    }
    const name = print.constants.text(part.text);
    const { length } = part.text;
    if (length > 16) return [`storeLong(${to(part.offset)}, ${name}, ${length});`];
    return [
      `view.setFloat64(${to(part.offset)}, ${name}.a, true);`,
      ...(length > 8 ? [`view.setFloat64(${to(part.offset + length - 8)}, ${name}.d, true);`] : []),
    ];
  });
}
