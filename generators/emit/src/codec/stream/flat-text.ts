import type { Printable } from "../../print/printable.ts";

/** Prints a part on one line, without line breaks. */
export function flatText(part: Printable): string {
  if (typeof part === "string" || typeof part === "number") return String(part);
  if (!("kind" in part)) return part.map(flatText).join("");
  if (part.kind === "import") return part.name;
  return part.kind === "line" ? part.text : part.parts.map(flatText).join("");
}
