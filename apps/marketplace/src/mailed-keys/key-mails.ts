import type { Letter } from "../mail/letter.ts";

/** The contents of a letter with a key. */
export interface MailedKey {
  readonly username: string;
  readonly key: string;
  readonly validMinutes: number;
  /** The page that accepts the key; without one, the letter contains only the key. */
  readonly pageUrl: string | undefined;
}

/** Writes the mail with a password reset key. */
export function resetKeyMail({ username, key, validMinutes, pageUrl }: MailedKey): Letter {
  const how =
    pageUrl === undefined
      ? `Your password reset key: ${key}`
      : `Set a new one here:\n\n${linkTo(pageUrl, { username, password_reset_key: key })}`;
  return {
    subject: "Your password reset key",
    body: `Somebody, you we hope, has asked for a new password for ${username}.

${how}

It works once, for ${validMinutes} minutes. If you did not ask for it you need do nothing: your
password stays as it is.
`,
  };
}

/** Writes the mail with the key that verifies an address. */
export function verificationKeyMail({ username, key, validMinutes, pageUrl }: MailedKey): Letter {
  const how =
    pageUrl === undefined
      ? `Your email verification key: ${key}`
      : `Do so here:\n\n${linkTo(pageUrl, { email_verification_key: key })}`;
  return {
    subject: "Verify your address",
    body: `Somebody, you we hope, has given this address for the account ${username}. If that
account is yours, verify the address.

${how}

It works once, for ${validMinutes} minutes. If the account is not yours, do nothing: the address
is not theirs until it is verified, and does not keep you from giving it for an account of your own.
`,
  };
}

/**
 * Puts the key into the fragment of the URL, which browsers keep out of requests, logs and
 * referrers.
 */
function linkTo(pageUrl: string, values: Readonly<Record<string, string>>): string {
  const link = new URL(pageUrl);
  link.hash = new URLSearchParams(values).toString();
  return link.href;
}
