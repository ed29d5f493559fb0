/** Returns the canonical URL of a page. The result is empty if the URL of the site is unknown. */
export function canonicalPart(
  { baseUrl }: { readonly baseUrl?: string | undefined },
  path: string,
): { readonly canonical?: string } {
  if (baseUrl === undefined) return {};
  const start = baseUrl.endsWith("/") ? baseUrl : `${baseUrl}/`;
  return { canonical: new URL(path.replace(/(^|\/)index\.html$/, "$1"), start).href };
}
