import type { Example } from "@specwright/contract";
import type { JsonValue } from "@specwright/spec-loader";

/** Returns the examples of a part as one value, to compare them; undefined if there are none. */
export function examplesOf({
  examples,
}: {
  readonly examples: readonly Example[];
}): JsonValue | undefined {
  if (examples.length === 0) return undefined;
  return Object.fromEntries(
    examples.map(({ name, summary = null, description = null, value }): [string, JsonValue] => [
      name,
      [summary, description, value],
    ]),
  );
}
