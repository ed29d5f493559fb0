// From steps to statements. Fixed text is stored eight bytes at a time, at the offset so far and what
// was stored since; the offset itself is brought up to date only where it must be.

import {
  block,
  comment,
  concat,
  type Printable,
  pascalCase,
  stringLiteral,
} from "@specwright/emit-kit";
import type { Branch, Step, WritePrinter } from "./writer.ts";

/** Is a list of steps taken apart: the text all values begin with, the text they end with, and the rest. */
export interface Frame {
  readonly head: string;
  readonly steps: readonly Step[];
  readonly tail: string;
}

/** Takes the text at both ends off, for the caller to put together with what stands around it. */
export function frameOf(steps: readonly Step[]): Frame {
  const from = steps.findIndex(isDynamic);
  const behind = steps.findLastIndex(isDynamic) + 1;
  if (from === -1) return { head: textOf(steps), steps: steps.filter(isCheck), tail: "" };
  return {
    head: textOf(steps.slice(0, from)),
    steps: [
      ...steps.slice(0, from).filter(isCheck),
      ...steps.slice(from, behind),
      ...steps.slice(behind).filter(isCheck),
    ],
    tail: textOf(steps.slice(behind)),
  };
}

function isDynamic({ kind }: Step): boolean {
  return kind === "value" || kind === "branches";
}

function isCheck({ kind }: Step): boolean {
  return kind === "check";
}

function textOf(steps: readonly Step[]): string {
  return steps.map((step) => (step.kind === "text" ? step.text : "")).join("");
}

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
  if (text === "") return [];
  const lines: Printable[] = [comment(text)];
  for (let from = 0; from < text.length; from += 8) {
    const word = text.slice(from, from + 8);
    const to = from === 0 ? "to" : `to + ${from}`;
    const byte = word.charCodeAt(0).toString(16).padStart(2, "0");
    lines.push(
      word.length === 1
        ? `view.setUint8(${to}, 0x${byte});`
        : `view.setFloat64(${to}, ${wordConstant(print, word)}, true);`,
    );
  }
  return lines;
}

/** Names a constant that holds up to eight characters, after the letters among them. */
function wordConstant(print: WritePrinter, word: string): string {
  const letters = pascalCase(word);
  const name = `ascii${letters === "Unnamed" ? "Marks" : letters}`;
  return print.constant(name, "number", `ascii(${stringLiteral(word)})`);
}
