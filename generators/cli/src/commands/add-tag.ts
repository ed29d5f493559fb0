/** Collects the values of a flag that may be repeated. */
export function addTag(tag: string, others: readonly string[] = []): readonly string[] {
  return [...others, tag];
}
