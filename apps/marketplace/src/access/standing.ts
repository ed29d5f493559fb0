import type { Caller } from "../caller.ts";

/** Says what a caller is to something that belongs to a user. */
export type Standing = "owner" | "other" | "moderator" | "admin";

/** Lists the standings. */
export const standings: readonly Standing[] = ["owner", "other", "moderator", "admin"];

/**
 * Tells what a caller is to something of this user. Whoever moderates is an owner of what is
 * theirs: nobody approves their own listing. Whoever has no session is one of the others.
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
