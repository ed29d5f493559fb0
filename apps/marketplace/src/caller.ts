import type { MarketplaceHandlers } from "@specwright/marketplace-api/server";
import { ProblemError, type RequestContext } from "@specwright/rest/server";
import type { Readers } from "./storage/marketplace-storage.ts";
import type { Role, UserRecord } from "./storage/user-repository.ts";

/** The sender of a request. */
export interface Caller {
  readonly userId: number;
  readonly role: Role;
  readonly sessionId: number;
  /** When the user logged in to start this session, in milliseconds since the epoch. */
  readonly loggedInAt: number;
  /** When the session was last verified, in milliseconds since the epoch. */
  readonly verifiedAt: number;
}

/** The context that handlers get in addition to the request. */
export type Context = RequestContext<Caller>;

/** The handlers of this service. */
export type Handlers = MarketplaceHandlers<Context>;

/**
 * Returns the caller of a request.
 *
 * @throws ProblemError 401 if the request has no session. For some operations, the contract allows
 * requests without a session.
 */
export function callerOf(context: Context): Caller {
  if (context.principal !== undefined) return context.principal;
  throw new ProblemError(401, "unauthorized");
}

/**
 * Returns the user of a caller.
 *
 * @throws ProblemError 401 if the user was deleted during the request.
 */
export async function requireUser(
  { users }: Pick<Readers, "users">,
  { userId }: Pick<Caller, "userId">,
): Promise<UserRecord> {
  const user = await users.byId(userId);
  if (user === undefined) throw new ProblemError(401, "unauthorized");
  return user;
}

/**
 * Reports whether the caller may act for a user. The caller must be this user or an administrator.
 */
export function mayActFor(caller: Pick<Caller, "userId" | "role">, userId: number): boolean {
  return caller.userId === userId || caller.role === "admin";
}
