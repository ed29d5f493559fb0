/** Joins the parts of a page, with an empty line between them. Omits empty parts. */
export function joinBlocks(...parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join("\n\n");
}

/** Formats a table from its header and its rows. Returns an empty text if there are no rows. */
export function formatTable(
  header: string,
  rows: readonly (readonly (string | number)[])[],
): string {
  if (rows.length === 0) return "";
  const rule = header.replace(/[^|]+/g, "---");
  return [header, rule, ...rows.map((cells) => `| ${cells.join(" | ")} |`)].join("\n");
}

/** Formats a bullet list. Returns an empty text if there are no items. */
export function formatBullets(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join("\n");
}

/**
 * Puts a text between two other texts, such as `Body: ` and `.`. Returns an empty text if the text is
 * empty.
 */
export function textBetween(before: string, text: string, after: string): string {
  return text === "" ? "" : `${before}${text}${after}`;
}
