/** Joins the parts of a page with an empty line between them; leaves out those that are empty. */
export function blocks(...parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join("\n\n");
}

/**
 * Formats a table from its header row and the cells of its other rows. Returns an empty text if
 * there are no other rows.
 */
export function table(header: string, rows: readonly (readonly (string | number)[])[]): string {
  if (rows.length === 0) return "";
  const rule = header.replace(/[^|]+/g, "---");
  return [header, rule, ...rows.map((cells) => `| ${cells.join(" | ")} |`)].join("\n");
}

/** Formats the items of a list. Returns an empty text if there are none. */
export function bullets(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join("\n");
}

/** Returns a text that is not empty between two others, such as `Body: ` and `.`. */
export function between(before: string, text: string, after: string): string {
  return text === "" ? "" : `${before}${text}${after}`;
}
