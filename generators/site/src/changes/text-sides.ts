// Shows a text before and after a change, side by side. Marks the words that differ.

import type { ChangedTexts } from "@specwright/diff";
import { cleanText } from "@specwright/diff/changelog/text";
import { type Html, html } from "../html/html.ts";
import type { ComparedVersions } from "./compared-versions.ts";

/** Texts with more words are not compared word by word. */
const maxWords = 1_000;

/** Writes both texts. For a missing text, writes a note. */
export function textSidesHtml(
  { before, after }: ChangedTexts,
  { base, revision }: ComparedVersions,
): Html {
  const parts = comparedParts(splitWords(before), splitWords(after));
  const isAlone = before === undefined || after === undefined;
  const old = parts.map(({ side, text }) => {
    if (side === "after") return "";
    return side === "both" || isAlone ? text : html`<del>${text}</del>`;
  });
  const revised = parts.map(({ side, text }) => {
    if (side === "before") return "";
    return side === "both" || isAlone ? text : html`<ins>${text}</ins>`;
  });
  return html`<div class="sides">
${sideHtml("Before", base?.name, before === undefined ? undefined : old)}${sideHtml("After", revision.name, after === undefined ? undefined : revised)}</div>
`;
}

function sideHtml(
  title: string,
  version: string | undefined,
  text: readonly (Html | string)[] | undefined,
): Html {
  const name = version !== undefined && html` <span class="quiet">${version}</span>`;
  return html`<section class="side-text">
<h3>${title}${name}</h3>
${text === undefined ? html`<p class="quiet">No text.</p>` : html`<p>${text}</p>`}
</section>
`;
}

/** Splits a text into words. Each word includes the white space after it. */
function splitWords(text: string | undefined): readonly string[] {
  return text === undefined ? [] : (cleanText(text).match(/\S+\s*|^\s+/g) ?? []);
}

interface TextPart {
  readonly side: "before" | "after" | "both";
  readonly text: string;
}

/** Divides two texts into common parts and different parts, in order. */
export function comparedParts(
  before: readonly string[],
  after: readonly string[],
): readonly TextPart[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start])
    start += 1;
  let end = 0;
  const most = Math.min(before.length, after.length) - start;
  while (end < most && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const [old, revised] = [before, after].map((words) => words.slice(start, words.length - end));
  const parts: TextPart[] = [];
  const add = (side: TextPart["side"], words: readonly string[]): void => {
    const last = parts.at(-1);
    const text = words.join("");
    if (text === "") return;
    if (last?.side === side) parts[parts.length - 1] = { side, text: last.text + text };
    else parts.push({ side, text });
  };
  add("both", before.slice(0, start));
  for (const [side, word] of middleParts(old ?? [], revised ?? [])) add(side, [word]);
  add("both", before.slice(before.length - end));
  return parts;
}

/** Finds common words by the longest common subsequence of two lists. */
function middleParts(
  before: readonly string[],
  after: readonly string[],
): readonly (readonly [side: TextPart["side"], word: string])[] {
  if (before.length > maxWords || after.length > maxWords) {
    return [
      ...before.map((word) => ["before", word] as const),
      ...after.map((word) => ["after", word] as const),
    ];
  }
  const width = after.length + 1;
  // The length of the longest common subsequence of all words after a position in each list.
  const lengths = new Uint16Array((before.length + 1) * width);
  const lengthAt = (row: number, column: number): number => lengths[row * width + column] ?? 0;
  for (let row = before.length - 1; row >= 0; row -= 1) {
    for (let column = after.length - 1; column >= 0; column -= 1) {
      lengths[row * width + column] =
        before[row] === after[column]
          ? lengthAt(row + 1, column + 1) + 1
          : Math.max(lengthAt(row + 1, column), lengthAt(row, column + 1));
    }
  }
  const parts: (readonly [TextPart["side"], string])[] = [];
  let [row, column] = [0, 0];
  while (row < before.length || column < after.length) {
    const [old, revised] = [before[row], after[column]];
    if (old !== undefined && old === revised) {
      parts.push(["both", old]);
      row += 1;
      column += 1;
    } else if (
      old !== undefined &&
      (revised === undefined || lengthAt(row + 1, column) >= lengthAt(row, column + 1))
    ) {
      parts.push(["before", old]);
      row += 1;
    } else {
      parts.push(["after", revised ?? ""]);
      column += 1;
    }
  }
  return parts;
}
