import { isDeepStrictEqual } from "node:util";
import { memberOf } from "@specwright/runtime";

/** Reads streams and files, so that values can be compared. */
export async function toComparable(value: unknown): Promise<unknown> {
  if (value instanceof Blob) {
    return { bytes: [...new Uint8Array(await value.arrayBuffer())], type: value.type };
  }
  if (value instanceof Uint8Array) return [...value];
  if (Array.isArray(value)) return await Promise.all(value.map(toComparable));
  // JSON.stringify writes -0 as 0.
  if (value === 0) return 0;
  if (typeof value !== "object" || value === null) return value;
  if (Symbol.asyncIterator in value) {
    const items: unknown[] = [];
    for await (const item of value as AsyncIterable<unknown>) items.push(await toComparable(item));
    return items;
  }
  const members = await Promise.all(
    Object.entries(value).map(
      async ([name, member]) => [name, await toComparable(member)] as const,
    ),
  );
  return Object.fromEntries(members.filter(([, member]) => member !== undefined));
}

/** Describes the first difference of two values, with its path. */
export function firstDifference(want: unknown, got: unknown, path: string): string | undefined {
  if (isDeepStrictEqual(want, got)) return undefined;
  const isPlain = (value: unknown): value is object => typeof value === "object" && value !== null;
  if (isPlain(want) && isPlain(got) && Array.isArray(want) === Array.isArray(got)) {
    for (const name of new Set([...Object.keys(want), ...Object.keys(got)])) {
      const [left, right] = [memberOf(want, name), memberOf(got, name)];
      const found = firstDifference(left, right, `${path}/${name}`);
      if (found !== undefined) return found;
    }
  }
  return `${path}: ${shortText(want)} became ${shortText(got)}`;
}

/** Writes a value as text for a message. */
export function shortText(value: unknown): string {
  const text = JSON.stringify(value, (_key, each) =>
    typeof each === "bigint" ? `${each}n` : each,
  );
  return (text ?? "nothing").slice(0, 300);
}
