/** Returns the path of a page's Markdown version. */
export function markdownPath(path: string): string {
  return path.replace(/\.html$/, ".md");
}
