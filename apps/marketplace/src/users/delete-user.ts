import type { DeleteUserResponse } from "@specwright/marketplace-api/types";
import { isForbidden } from "../access/user-access.ts";
import { recordAuditAction } from "../audit/record-audit-action.ts";
import { callerOf, type Handlers } from "../caller.ts";
import { isOutdated } from "../entity-tag.ts";
import { notFound, problemAnswer } from "../problem-answer.ts";
import type { Services } from "../services.ts";
import { staleLogin } from "../sessions/recent-login.ts";
import { isLastAdmin } from "./last-admin.ts";

/**
 * Serves `DELETE /users/{user_id}`: deletes the user, with the user's listings and sessions. The
 * last administrator cannot be deleted. The usernames of deleted administrators and moderators stay
 * reserved.
 */
export function deleteUser(services: Services): Handlers["deleteUser"] {
  const { storage, clock } = services;
  return async ({ path, headers }, context) => {
    const caller = callerOf(context);
    if (isForbidden("deleteUser", caller, path.user_id)) return problemAnswer(403, "forbidden");
    return await storage.transaction(async (stored): Promise<DeleteUserResponse> => {
      const user = await stored.users.lock(path.user_id);
      if (user === undefined) return notFound();
      const stale = staleLogin(services, caller);
      if (stale !== undefined) return stale;
      if (isOutdated(headers, user)) return problemAnswer(412, "precondition_failed");
      if (await isLastAdmin(stored, user)) return problemAnswer(409, "last_admin");
      if (user.role !== "member") await stored.users.retireName(user.username, clock.now());
      await recordAuditAction(stored, services, caller, {
        ...{ action: "deleteUser", subject: "user", subjectId: user.id, ownerId: user.id },
        details: { username: user.username, role: user.role },
      });
      await stored.users.delete(user.id);
      return { status: 204 };
    });
  };
}
