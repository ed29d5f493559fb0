import type { Letter } from "../mail/letter.ts";

/** Writes the mail that informs a user about a new password, in case somebody else set it. */
export function passwordChangedMail(username: string): Letter {
  return {
    subject: "Your password was changed",
    body: `The password of ${username} was changed, and other sessions were ended.

If that was not you, ask for a password reset key at once, and tell the administrator.
`,
  };
}

/** Writes the mail that informs a user, at the previous address, about a new address. */
export function addressChangedMail(username: string): Letter {
  return {
    subject: "Your address was changed",
    body: `The account ${username} has another mail address now. This one gets no more mail.

If that was not you, tell the administrator at once.
`,
  };
}
