/** Gives the entity tag of a state: its version in quotes. */
export function entityTagOf({ version }: { readonly version: number }): string {
  return `"${version}"`;
}

/** Tells whether a change is based on another state than the one at hand: 412. */
export function isOutdated(
  headers: { readonly "If-Match"?: string | undefined } | undefined,
  current: { readonly version: number },
): boolean {
  const ifMatch = headers?.["If-Match"];
  return ifMatch !== undefined && ifMatch !== "*" && ifMatch !== entityTagOf(current);
}
