// Finds markup in a Markdown page that comes from a document.

/** Lists HTML tags, comments and external links outside of code, and broken table rows. */
export function rawMarkup(page: string): readonly string[] {
  // The page's own examples, and indented code blocks.
  const lines = page
    .replace(/^```ts\n[\s\S]*?^```$/gm, "")
    .replace(/^ {4}.*$/gm, "")
    .split("\n");
  const prose = lines.map(withoutCode).join("\n");
  const marks = [
    ...prose.matchAll(/<(?!\/?code>)[a-z/!?][^\n]{0,20}/gi),
    ...prose.matchAll(/\]\((?!#|schemas\.md#|reference\/)[^\n]{0,20}/g),
    // The target of a link that is defined elsewhere. A URL in plain text is harmless.
    ...prose.matchAll(/^ {0,3}\[[^\]\n]*\]:[^\n]{0,20}/gm),
  ];
  return [...marks.map(([text]) => text), ...brokenRows(lines)];
}

/** Removes code spans and escaped marks, from left to right as Markdown is read. */
function withoutCode(line: string): string {
  const token = /\\[!-/:-@[-`{-~]|`+|[^\\`]+|\\/g;
  const tokens = [...line.matchAll(token)];
  let kept = "";
  let end = 0;
  for (const { 0: text, index } of tokens) {
    if (index < end) continue;
    if (text.startsWith("`")) {
      const span = spanEnd(line, text, index + text.length);
      if (span > 0) end = span;
      else kept += text;
    } else if (text.length === 1 || !text.startsWith("\\")) kept += text;
  }
  return kept;
}

/**
 * Finds the end of a code span: after the next run of as many backticks. Backslashes have no meaning in it.
 */
function spanEnd(line: string, fence: string, from: number): number {
  for (let at = line.indexOf(fence, from); at >= 0; ) {
    let end = at;
    while (line[end] === "`") end++;
    if (end - at === fence.length) return end;
    at = line.indexOf(fence, end);
  }
  return -1;
}

/** Lists rows with more or fewer cells than the head of their table. Bars in code count too. */
export function brokenRows(lines: readonly string[]): readonly string[] {
  let wanted = 0;
  return lines.filter((line) => {
    if (!line.startsWith("|")) {
      wanted = 0;
      return false;
    }
    const bars = line.replace(/\\[\\|]/g, "").split("|").length;
    if (wanted === 0) wanted = bars;
    return bars !== wanted;
  });
}
