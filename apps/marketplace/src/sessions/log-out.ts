import { callerOf, type Handlers } from "../caller.ts";
import type { Services } from "../services.ts";

/** Serves `POST /users/logout`. The session ends immediately. */
export function logOut({ storage }: Services): Handlers["logoutUser"] {
  return async (_request, context) => {
    const { sessionId, userId } = callerOf(context);
    await storage.transaction((stored) => stored.sessions.delete(sessionId, userId));
    return { status: 204 };
  };
}
