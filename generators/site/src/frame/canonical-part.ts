/** Returns the canonical URL of a page, if the URL of the site is known. */
export function canonicalPart(
  { baseUrl }: { readonly baseUrl?: string | undefined },
  path: string,
): { readonly canonical?: string } {
  if (baseUrl === undefined) return {};
  const start = baseUrl.endsWith("/") ? baseUrl : `${baseUrl}/`;
  return { canonical: new URL(path.replace(/(^|\/)index\.html$/, "$1"), start).href };
}
