import type { Caller } from "../caller.ts";

/** The relation of a caller to something that belongs to a user. */
export type Standing = "owner" | "other" | "moderator" | "admin";

/** All standings. */
export const standings: readonly Standing[] = ["owner", "other", "moderator", "admin"];

/**
 * Returns the relation of a caller to something that belongs to a user. Moderators are owners of
 * their own things: nobody approves their own listing. A caller without a session counts as
 * `other`.
 */
export function standingOf(
  caller: Pick<Caller, "userId" | "role"> | undefined,
  userId: number,
): Standing {
  if (caller === undefined) return "other";
  if (caller.role === "admin") return "admin";
  if (caller.userId === userId) return "owner";
  return caller.role === "moderator" ? "moderator" : "other";
}
