import type { Letter } from "../mail/letter.ts";

/** Is what a user needs to set a new password. */
export interface ResetKey {
  readonly username: string;
  readonly key: string;
  readonly validMinutes: number;
  /** The page where a new password is set; without one the key is given alone. */
  readonly pageUrl: string | undefined;
}

/** Writes the mail with a password reset key (M7). */
export function resetKeyMail({ username, key, validMinutes, pageUrl }: ResetKey): Letter {
  const how =
    pageUrl === undefined
      ? `Your password reset key: ${key}`
      : `Set a new one here:\n\n${linkTo(pageUrl, username, key)}`;
  return {
    subject: "Your password reset key",
    body: `Somebody, you we hope, has asked for a new password for ${username}.

${how}

It works once, for ${validMinutes} minutes. If you did not ask for it you need do nothing: your
password stays as it is.
`,
  };
}

/** Puts the key behind the hash, which browsers keep out of requests, logs and referrers. */
function linkTo(pageUrl: string, username: string, key: string): string {
  const link = new URL(pageUrl);
  link.hash = new URLSearchParams({ username, password_reset_key: key }).toString();
  return link.href;
}
