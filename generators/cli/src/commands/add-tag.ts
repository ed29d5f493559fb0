/** Adds the tag of a flag that may be repeated to those before it. */
export function addTag(tag: string, others: readonly string[] = []): readonly string[] {
  return [...others, tag];
}
