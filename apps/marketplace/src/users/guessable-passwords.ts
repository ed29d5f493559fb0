import type { Issue } from "@specwright/runtime";
import { dictionary } from "@zxcvbn-ts/language-common";

/** As short as a password may be. */
const MIN_LENGTH = 8;

/** The passwords that are tried first: some 18,000 that are long enough. */
const common: ReadonlySet<string> = new Set(
  dictionary["passwords-common"].filter((password) => password.length >= MIN_LENGTH),
);

/** Who an account is, as everybody may know. */
export interface AccountNames {
  readonly username?: unknown;
  readonly email?: unknown;
}

/**
 * Lists the new password of a body when it is one of those that everybody tries, or names the
 * account: the body's own, or the one given. Case plays no part.
 */
export function guessablePasswordIssues(
  body: unknown,
  account: AccountNames = {},
): readonly Issue[] {
  if (typeof body !== "object" || body === null || !("password" in body)) return [];
  const { password } = body;
  if (typeof password !== "string") return [];
  const guess = password.toLowerCase();
  if (common.has(guess)) return [issue("common", "is among the first that are tried")];
  const { username, email }: AccountNames = { ...account, ...body };
  const isName = [username, email, account.username, account.email].some(
    (name) => typeof name === "string" && name.toLowerCase() === guess,
  );
  return isName ? [issue("guessable", "is the name or the address of the account")] : [];
}

function issue(code: string, message: string): Issue {
  return { pointer: "/password", code, message };
}
