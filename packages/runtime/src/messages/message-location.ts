import type { FeedPointer, FeedTemplate } from "../codegen/feed-template.ts";

/**
 * Returns the values that identify the topic in a message, by pointer. Uses the values in `where` under the
 * message's name; without such values, uses those for all messages.
 */
export function messageLocation(
  where: Readonly<Record<string, FeedTemplate>>,
  message?: string,
): Readonly<Record<FeedPointer, FeedTemplate>> {
  const own = message === undefined ? undefined : where[message];
  const rules = typeof own === "object" && own !== null ? own : where;
  return Object.fromEntries(Object.entries(rules).filter(([name]) => name.startsWith("/")));
}
