// Prints a layout. One pass over the parts with an explicit stack of frames; a look-ahead that ends
// at the first possible line break, so that the whole is linear in the size of the output.

import { isParts, type Layout, type Printable } from "./printable.ts";
import type { ImportSymbol } from "./typescript-file.ts";

/** Configures `printLayout`. */
export interface PrintOptions {
  /** Columns a line may take. Default 100. */
  readonly width?: number;
  /** Gives the local name of an import; its own name by default. */
  readonly nameOf?: (symbol: ImportSymbol) => string;
}

interface Frame {
  readonly parts: readonly Printable[];
  at: number;
  readonly flat: boolean;
  readonly indentation: string;
}

/** Prints a layout as text, without a final newline. */
export function printLayout(
  printable: Printable,
  { width = 100, nameOf = (symbol) => symbol.name }: PrintOptions = {},
): string {
  const out: string[] = [];
  let column = 0;
  const stack: Frame[] = [{ parts: [printable], at: 0, flat: false, indentation: "" }];

  const write = (text: string, indentation: string): void => {
    const [first = "", ...others] = text.split("\n");
    out.push(first);
    column += first.length;
    for (const other of others) {
      newline(indentation);
      out.push(other);
      column += other.length;
    }
  };
  const newline = (indentation: string): void => {
    trimSpaces(out);
    out.push("\n", indentation);
    column = indentation.length;
  };

  for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
    const part = frame.parts[frame.at];
    if (part === undefined) {
      stack.pop();
      continue;
    }
    frame.at++;
    const { flat, indentation } = frame;
    const push = (parts: readonly Printable[], change: Partial<Frame> = {}): void => {
      stack.push({ flat, indentation, ...change, parts, at: 0 });
    };
    if (typeof part === "string") write(part, indentation);
    else if (typeof part === "number") write(String(part), indentation);
    else if (isParts(part)) push(part);
    else {
      switch (part.kind) {
        case "import":
          write(nameOf(part), indentation);
          break;
        case "line":
          if (flat && !part.breaks) write(part.flat, indentation);
          else newline(indentation);
          break;
        case "concat":
          push(part.parts);
          break;
        case "indent":
          push(part.parts, { indentation: indentation + part.by });
          break;
        case "group": {
          const candidate = { parts: part.parts, at: 0, flat: true, indentation };
          const fitsFlat = flat || (!part.breaks && fits(candidate, stack, width - column, nameOf));
          push(part.parts, { flat: fitsFlat });
          break;
        }
        case "if-broken":
          push([flat ? part.flat : part.broken]);
          break;
        case "fill": {
          const item = part.items[part.from];
          if (item === undefined) break;
          push([{ ...part, from: part.from + 1 }]);
          push([item]);
          if (part.from === 0) break;
          const candidate = { parts: [" ", item], at: 0, flat: true, indentation };
          if (flat || fits(candidate, [], width - column, nameOf)) write(" ", indentation);
          else newline(indentation);
          break;
        }
        default:
          return part satisfies never;
      }
    }
  }
  trimSpaces(out);
  return out.join("");
}

/** Tells whether what comes next, up to the first place a line may end, takes no more than `room` columns. */
function fits(
  first: Frame,
  rest: readonly Frame[],
  room: number,
  nameOf: (symbol: ImportSymbol) => string,
): boolean {
  const stack: Frame[] = [first];
  let below = rest.length;
  let left = room;
  while (left >= 0) {
    let frame = stack.at(-1);
    if (frame === undefined) {
      below--;
      const outer = rest[below];
      if (outer === undefined) return true;
      frame = { ...outer };
      stack.push(frame);
    }
    const part = frame.parts[frame.at];
    if (part === undefined) {
      stack.pop();
      continue;
    }
    frame.at++;
    const { flat, indentation } = frame;
    if (typeof part === "string") {
      const end = part.indexOf("\n");
      if (end >= 0) return end <= left;
      left -= part.length;
    } else if (typeof part === "number") left -= String(part).length;
    else if (isParts(part)) stack.push({ parts: part, at: 0, flat, indentation });
    else if (part.kind === "import") left -= nameOf(part).length;
    else if (part.kind === "line") {
      if (part.breaks || !flat) return true;
      left -= part.flat.length;
    } else {
      stack.push({ parts: childParts(part, flat), at: 0, flat: flat && !part.breaks, indentation });
    }
  }
  return false;
}

function childParts(part: Exclude<Layout, { kind: "line" }>, flat: boolean): readonly Printable[] {
  if (part.kind === "if-broken") return [flat ? part.flat : part.broken];
  if (part.kind !== "fill") return part.parts;
  const item = part.items[part.from];
  if (item === undefined) return [];
  return [part.from === 0 ? "" : " ", item, { ...part, from: part.from + 1 }];
}

function trimSpaces(out: string[]): void {
  for (let last = out.at(-1); last !== undefined; last = out.at(-1)) {
    const trimmed = last.replace(/ +$/, "");
    if (trimmed === last && last !== "") return;
    out.pop();
    if (trimmed === "") continue;
    out.push(trimmed);
    return;
  }
}
