/** Returns the path of a page in Markdown. */
export function markdownPath(path: string): string {
  return path.replace(/\.html$/, ".md");
}
