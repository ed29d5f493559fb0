import { type ProblemAnswer, problemAnswer } from "../problem-answer.ts";

/** The answer if a name or an address belongs to somebody else. */
export type UserConflict = ProblemAnswer<409>;

/** Builds the answer for a username that another user has. */
export function usernameTaken(): UserConflict {
  return problemAnswer(409, "username_taken", {
    errors: [{ pointer: "/username", code: "taken", message: "Another user has this username." }],
  });
}

/** Builds the answer for an email address that another user has. */
export function emailTaken(): UserConflict {
  return problemAnswer(409, "email_taken", {
    errors: [{ pointer: "/email", code: "taken", message: "Another user has this email address." }],
  });
}
