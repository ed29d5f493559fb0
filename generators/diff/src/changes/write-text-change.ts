import type { JsonValue } from "@specwright/spec-loader";

const maxLength = 120;
/** The number of unchanged characters before the first difference that a message shows. */
const context = 30;

/**
 * Writes the change of a documentation field for a message: "changed from `Lists pets.` to `Lists all
 * pets.`". Of long texts, shows only the different part. Shows nothing for values that are not texts.
 */
export function writeTextChange(
  before: JsonValue | undefined,
  after: JsonValue | undefined,
): string {
  const [old, now] = [before, after].map((each) =>
    typeof each === "string" ? onOneLine(each) : undefined,
  );
  if (before === undefined)
    return `was added${now === undefined ? "" : `: \`${showText(now, 0)}\``}`;
  if (after === undefined)
    return `was removed${old === undefined ? "" : `: \`${showText(old, 0)}\``}`;
  if (old === undefined || now === undefined) return "changed";
  if (old === now) return "changed in its white space or quotes only";
  const start = firstDifference(old, now);
  return `changed from \`${showText(old, start)}\` to \`${showText(now, start)}\``;
}

/** Puts a text on one line without backticks, because backticks mark code in a message. */
function onOneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").replaceAll("`", "'").trim() || " ";
}

function firstDifference(left: string, right: string): number {
  let index = 0;
  while (index < left.length && left[index] === right[index]) index += 1;
  return index;
}

function showText(text: string, start: number): string {
  if (text.length <= maxLength) return text;
  const from = start > context ? text.lastIndexOf(" ", start - context) + 1 : 0;
  const part = text.slice(from, from + maxLength).toWellFormed();
  return `${from > 0 ? "…" : ""}${part}${from + maxLength < text.length ? "…" : ""}`;
}
