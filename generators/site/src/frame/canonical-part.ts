/** The address of a page in the published site, if that is known. */
export function canonicalPart(
  { baseUrl }: { readonly baseUrl?: string | undefined },
  path: string,
): { readonly canonical?: string } {
  if (baseUrl === undefined) return {};
  const start = baseUrl.endsWith("/") ? baseUrl : `${baseUrl}/`;
  return { canonical: new URL(path.replace(/(^|\/)index\.html$/, "$1"), start).href };
}
