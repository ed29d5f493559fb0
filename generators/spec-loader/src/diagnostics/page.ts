/** The parts of an explanation page. */
export interface Page {
  /** The problem and why it matters; Markdown. */
  readonly problem: string;
  /** The language of the examples. Default `yaml`. */
  readonly language?: string;
  readonly wrong: string;
  readonly mended: string;
  /** Further information; Markdown. */
  readonly note?: string;
}

/** Formats an explanation page as Markdown. */
export function page({ problem, language = "yaml", wrong, mended, note }: Page): string {
  const parts = [
    problem.trim(),
    "Wrong:",
    `\`\`\`${language}\n${wrong.trim()}\n\`\`\``,
    "Mended:",
    `\`\`\`${language}\n${mended.trim()}\n\`\`\``,
  ];
  if (note !== undefined) parts.push(note.trim());
  return `${parts.join("\n\n")}\n`;
}
