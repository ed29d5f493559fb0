/** Joins the parts of a page with an empty line between them; omits empty parts. */
export function joinBlocks(...parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join("\n\n");
}

/**
 * Formats a table from its header row and the cells of its other rows. Returns an empty text
 * without other rows.
 */
export function formatTable(
  header: string,
  rows: readonly (readonly (string | number)[])[],
): string {
  if (rows.length === 0) return "";
  const rule = header.replace(/[^|]+/g, "---");
  return [header, rule, ...rows.map((cells) => `| ${cells.join(" | ")} |`)].join("\n");
}

/** Formats the items of a list. Returns an empty text without items. */
export function formatBullets(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join("\n");
}

/** Puts a text between two others, such as `Body: ` and `.`, unless it is empty. */
export function textBetween(before: string, text: string, after: string): string {
  return text === "" ? "" : `${before}${text}${after}`;
}
