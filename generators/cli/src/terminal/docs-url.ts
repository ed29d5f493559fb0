/** Returns the address of a page of the documentation, which is not part of the packages. */
export function docsUrl(page: string): string {
  return `https://github.com/specwright/specwright/blob/main/docs/${page}`;
}
