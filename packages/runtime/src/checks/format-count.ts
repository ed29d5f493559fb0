/** Writes a number with its noun, which is in the singular after 1. */
export function formatCount(count: number, one: string, more = `${one}s`): string {
  return `${count} ${count === 1 ? one : more}`;
}
