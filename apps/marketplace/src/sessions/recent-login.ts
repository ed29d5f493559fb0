import type { Caller } from "../caller.ts";
import { type ProblemAnswer, problemAnswer } from "../problem-answer.ts";
import type { Services } from "../services.ts";

/**
 * For actions that a stolen token must not allow, the maximum age of the login, in milliseconds.
 */
const RECENT_MS = 10 * 60_000;

/**
 * Returns the response to a caller who may not change or delete an account, because the login is
 * too old.
 */
export function staleLogin(
  { clock }: Pick<Services, "clock">,
  { loggedInAt }: Pick<Caller, "loggedInAt">,
): ProblemAnswer<403> | undefined {
  if (clock.now() - loggedInAt <= RECENT_MS) return undefined;
  const detail = "This requires a login within the last 10 minutes.";
  return problemAnswer(403, "login_required_again", { detail });
}
