/** Writes a number and its noun. The noun is in the singular if the number is 1. */
export function formatCount(count: number, one: string, more = `${one}s`): string {
  return `${count} ${count === 1 ? one : more}`;
}
