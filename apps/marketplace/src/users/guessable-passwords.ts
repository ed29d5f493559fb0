import type { Issue } from "@specwright/runtime";
import { dictionary } from "@zxcvbn-ts/language-common";

/** The minimum length of a password. */
const MIN_LENGTH = 8;

/** About 18,000 common passwords that have at least this length. */
const common: ReadonlySet<string> = new Set(
  dictionary["passwords-common"].filter((password) => password.length >= MIN_LENGTH),
);

/** The names of an account. Other people may know them. */
export interface AccountNames {
  readonly username?: unknown;
  readonly email?: unknown;
}

/**
 * Returns an issue if the new password in a body is a common password. Also returns an issue if the
 * password equals a username or address in the body or in `account`. Letter case is ignored.
 */
export function guessablePasswordIssues(
  body: unknown,
  account: AccountNames = {},
): readonly Issue[] {
  if (typeof body !== "object" || body === null || !("password" in body)) return [];
  const { password } = body;
  if (typeof password !== "string") return [];
  const guess = password.toLowerCase();
  if (common.has(guess)) return [passwordIssue("common", "is a common password")];
  const { username, email }: AccountNames = { ...account, ...body };
  const isName = [username, email, account.username, account.email].some(
    (name) => typeof name === "string" && name.toLowerCase() === guess,
  );
  return isName ? [passwordIssue("guessable", "equals the username or the email address")] : [];
}

function passwordIssue(code: string, message: string): Issue {
  return { pointer: "/password", code, message };
}
