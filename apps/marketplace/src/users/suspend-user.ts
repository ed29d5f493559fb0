import type { SuspendUserResponse } from "@specwright/marketplace-api/types";
import { lacksRole } from "../access/moderation-access.ts";
import { recordAuditAction } from "../audit/record-audit-action.ts";
import { type Caller, callerOf, type Handlers } from "../caller.ts";
import { answerInTransaction } from "../idempotency/answer-in-transaction.ts";
import { postLetter } from "../mail/post-letter.ts";
import { userAnswer } from "../present/present-user.ts";
import { invalidBody, notFound, problemAnswer } from "../problem-answer.ts";
import type { Services } from "../services.ts";
import type { UserRecord } from "../storage/user-repository.ts";

/**
 * Serves `POST /users/{user_id}/suspend`: suspends a user and ends the user's sessions, or lifts
 * the suspension. A repeated request changes nothing.
 */
export function suspendUser(services: Services): Handlers["suspendUser"] {
  const { clock, customFields } = services;
  return async ({ path, body }, context) => {
    const caller = callerOf(context);
    if (lacksRole("suspendUser", caller)) return problemAnswer(403, "forbidden");
    const { suspended, reason } = body;
    if (suspended && reason === undefined) {
      const message = "Is required, because the reason is mailed to the user.";
      return invalidBody({ pointer: "/reason", code: "required", message });
    }
    const answer = await answerInTransaction(
      services,
      context,
      async (stored): Promise<SuspendUserResponse> => {
        const user = await stored.users.lock(path.user_id);
        if (user === undefined) return notFound();
        if (!maySuspend(caller, user)) return problemAnswer(403, "forbidden");
        if (suspended === (user.suspendedAt !== null)) {
          return userAnswer(user, caller, customFields.users);
        }
        const changed = await stored.users.setSuspended(user.id, suspended ? clock.now() : null);
        await recordAuditAction(stored, services, caller, {
          ...{ action: "suspendUser", subject: "user", subjectId: user.id, ownerId: user.id },
          details: {
            username: user.username,
            suspended: `${suspended}`,
            ...(reason === undefined ? {} : { reason }),
          },
        });
        if (suspended) {
          await stored.sessions.deleteOfUser(user.id);
          await postLetter(stored.outbox, services, user.email, {
            mail: "account-suspended",
            values: { username: user.username, reason: reason ?? "" },
          });
        }
        return userAnswer(changed, caller, customFields.users);
      },
    );
    services.onMail();
    return answer;
  };
}

/**
 * Reports whether a caller may suspend a user. Callers cannot suspend themselves, so at least one
 * administrator is never suspended.
 */
function maySuspend({ userId, role }: Caller, user: UserRecord): boolean {
  return userId !== user.id && (role === "admin" || user.role === "member");
}
