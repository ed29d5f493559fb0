/** Returns the address of a page of the documentation, which packages do not contain. */
export function docsUrl(page: string): string {
  return `https://github.com/specwright/specwright/blob/main/docs/${page}`;
}
