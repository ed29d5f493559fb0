import type { HttpOperation } from "@specwright/contract";
import { plainText } from "../text/plain-text.ts";

/** Returns the heading of an operation: the summary on one line without Markdown marks, else the id. */
export function operationTitle({ summary = "", id }: HttpOperation): string {
  return (
    plainText(summary)
      .replaceAll(/`([^`]+)`/g, "$1")
      .replace(/\.$/, "") ||
    plainText(id) ||
    "Unnamed"
  );
}
