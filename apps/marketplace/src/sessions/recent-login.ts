import type { Caller } from "../caller.ts";
import { type ProblemAnswer, problemAnswer } from "../problem-answer.ts";
import type { Services } from "../services.ts";

/** The maximum age of a login for actions that a stolen token must not allow, in milliseconds. */
const RECENT_MS = 10 * 60_000;

/** Rejects a caller whose login is too old to change or delete an account. */
export function staleLogin(
  { clock }: Pick<Services, "clock">,
  { loggedInAt }: Pick<Caller, "loggedInAt">,
): ProblemAnswer<403> | undefined {
  if (clock.now() - loggedInAt <= RECENT_MS) return undefined;
  const detail = "This requires a login within the last 10 minutes.";
  return problemAnswer(403, "login_required_again", { detail });
}
