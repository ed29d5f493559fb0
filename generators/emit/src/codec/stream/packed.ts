// Prints lists with as many items per line as fit.

import { block, join, type Printable } from "../../print/printable.ts";
import { flatText } from "./flat-text.ts";

/** Prints a list. `taken` is the number of columns that other text on the same line needs. */
export function printPacked(
  open: string,
  items: readonly Printable[],
  close: string,
  taken: number,
): Printable {
  if (items.length === 0) return open + close;
  const rows = divideRows(items);
  const padding = open === "{" ? " " : "";
  const [first = [], ...others] = rows;
  const width = open.length + flatText(join(", ", first)).length + close.length;
  if (others.length === 0 && width + padding.length * 2 + taken <= 100) {
    return [open, padding, join(", ", first), padding, close];
  }
  return block(
    open,
    rows.map((row) => [join(", ", row), ","]),
    close,
  );
}

/** Prints a list of texts in the same layout as `printPacked`. */
export function printPackedText(
  open: string,
  items: readonly string[],
  close: string,
  taken: number,
): string {
  const rows = divideRows(items).map((row) => `${row.join(", ")},`);
  const [only = ""] = rows;
  if (rows.length <= 1 && only.length + taken < 95) return `${open}${only.slice(0, -1)}${close}`;
  return `${open}\n${rows.map((row) => `  ${row}\n`).join("")}${close}`;
}

/** Divides items into lines. */
function divideRows<Item extends Printable>(items: readonly Item[]): readonly (readonly Item[])[] {
  const rows: Item[][] = [];
  let columns = 0;
  for (const item of items) {
    const length = flatText(item).length + 2;
    const row = rows.at(-1);
    if (row === undefined || columns + length > 94) {
      rows.push([item]);
      columns = length;
    } else {
      row.push(item);
      columns += length;
    }
  }
  return rows;
}
