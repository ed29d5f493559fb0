import type { Caller } from "../caller.ts";

/** The relation of a caller to a resource that belongs to a user. */
export type Relation = "owner" | "other" | "moderator" | "admin";

/** All relations. */
export const relations: readonly Relation[] = ["owner", "other", "moderator", "admin"];

/**
 * Returns the relation of a caller to a resource that belongs to a user. For their own resources,
 * moderators are `owner`, so they cannot approve their own listings. A caller without a session is
 * `other`.
 */
export function relationOf(
  caller: Pick<Caller, "userId" | "role"> | undefined,
  userId: number,
): Relation {
  if (caller === undefined) return "other";
  if (caller.role === "admin") return "admin";
  if (caller.userId === userId) return "owner";
  return caller.role === "moderator" ? "moderator" : "other";
}
