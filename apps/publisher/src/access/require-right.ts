import { ProblemError, type RequestContext } from "@specwright/rest/server";
import type { TokenRights } from "../storage/token-repository.ts";
import { type Caller, mayUse } from "../tokens/verify-token.ts";

/** The context that handlers get besides the request. */
export type Context = RequestContext<Caller>;

/**
 * Returns the caller of an operation that requires a token.
 *
 * @throws ProblemError 401 without a token.
 */
export function callerOf(context: Context): Caller {
  if (context.principal !== undefined) return context.principal;
  throw new ProblemError(401, "unauthorized");
}

/**
 * Checks the rights of a caller for an interface. Call this function before looking up the
 * interface, so that the response does not reveal whether the interface exists.
 *
 * @throws ProblemError 403
 */
export function requireRight(context: Context, rights: TokenRights, name: string): void {
  const caller = callerOf(context);
  if (mayUse(caller, rights, name)) return;
  const detail =
    caller.interface !== null && caller.interface !== name
      ? "This token is for another interface."
      : `This token has no permission to ${verbs[rights]}.`;
  throw new ProblemError(403, "forbidden", detail);
}

const verbs: Readonly<Record<TokenRights, string>> = {
  read: "read",
  publish: "publish",
  admin: "administer",
};
