import type { DeleteUserResponse } from "@specwright/marketplace-api/types";
import { isForbidden } from "../access/user-access.ts";
import { callerOf, type Handlers } from "../caller.ts";
import { isOutdated } from "../entity-tag.ts";
import { notFound, problemAnswer } from "../problem-answer.ts";
import type { Services } from "../services.ts";

/** Serves `DELETE /users/{user_id}`: the user goes with listings, reports and sessions. */
export function deleteUser({ storage }: Services): Handlers["deleteUser"] {
  return async ({ path, headers }, context) => {
    const caller = callerOf(context);
    if (isForbidden("deleteUser", caller, path.user_id)) return problemAnswer(403, "forbidden");
    return await storage.transaction(async (stored): Promise<DeleteUserResponse> => {
      const user = await stored.users.lock(path.user_id);
      if (user === undefined) return notFound();
      if (isOutdated(headers, user)) return problemAnswer(412, "precondition_failed");
      await stored.users.delete(user.id);
      return { status: 204 };
    });
  };
}
