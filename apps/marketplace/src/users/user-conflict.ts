import { type ProblemAnswer, problemAnswer } from "../problem-answer.ts";

/** The response if a different user has the same username or address. */
export type UserConflict = ProblemAnswer<409>;

/** Builds the response for a username that a different user has. */
export function usernameTaken(): UserConflict {
  return problemAnswer(409, "username_taken", {
    errors: [{ pointer: "/username", code: "taken", message: "Another user has this username." }],
  });
}

/** Builds the response for an address that a different user has. */
export function emailTaken(): UserConflict {
  return problemAnswer(409, "email_taken", {
    errors: [{ pointer: "/email", code: "taken", message: "Another user has this email address." }],
  });
}
