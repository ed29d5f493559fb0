import type { Issue } from "@specwright/runtime";
import { dictionary } from "@zxcvbn-ts/language-common";

/** The minimum length of a password. */
const MIN_LENGTH = 8;

/** About 18,000 common passwords of sufficient length. */
const common: ReadonlySet<string> = new Set(
  dictionary["passwords-common"].filter((password) => password.length >= MIN_LENGTH),
);

/** The publicly known names of an account. */
export interface AccountNames {
  readonly username?: unknown;
  readonly email?: unknown;
}

/**
 * Returns an issue if the new password of a body is a common password, or equals a name of the
 * account. The names are from the body and from `account`. Letter case is ignored.
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
