/**
 * Returns the web address of a documentation page, because the packages do not contain the documentation.
 */
export function docsUrl(page: string): string {
  return `https://github.com/specwright/specwright/blob/main/docs/${page}`;
}
