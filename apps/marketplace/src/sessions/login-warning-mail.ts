import type { Letter } from "../mail/letter.ts";

/** Writes the mail that warns a user about password guesses for their account. */
export function loginWarningMail(username: string): Letter {
  return {
    subject: "Somebody tries to log in as you",
    body: `In the last hour, at least a hundred logins as ${username} had a wrong password.

None of them got in, and your sessions go on. If your password is one that somebody could guess, or
that you use elsewhere, set a new one. You are told of this once a day at most.
`,
  };
}
