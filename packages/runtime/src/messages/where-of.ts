import type { FeedPointer, FeedTemplate } from "../codegen/feed-template.ts";

/**
 * Returns what a message of a topic holds, by pointer: what `where` says of the message by its name, or
 * else of all messages.
 */
export function whereOf(
  where: Readonly<Record<string, FeedTemplate>>,
  message?: string,
): Readonly<Record<FeedPointer, FeedTemplate>> {
  const own = message === undefined ? undefined : where[message];
  const rules = typeof own === "object" && own !== null ? own : where;
  return Object.fromEntries(Object.entries(rules).filter(([name]) => name.startsWith("/")));
}
