import { callerOf, type Handlers, requireUser } from "../caller.ts";
import { userAnswer } from "../present/present-user.ts";
import { notFound } from "../problem-answer.ts";
import type { Services } from "../services.ts";

/**
 * Serves `GET /users/{user_id}`: the public profile. The user and administrators get more fields.
 */
export function getUser({ storage, customFields }: Services): Handlers["getUser"] {
  return async ({ path }, context) => {
    const caller = callerOf(context);
    const user = await storage.committed.users.byId(path.user_id);
    if (user === undefined) return notFound();
    return userAnswer(user, caller, customFields.users);
  };
}

/** Serves `GET /users/me`. */
export function getCurrentUser({ storage, customFields }: Services): Handlers["getCurrentUser"] {
  return async (_request, context) => {
    const caller = callerOf(context);
    const user = await requireUser(storage.committed, caller);
    return userAnswer(user, caller, customFields.users);
  };
}
