import type { Issue } from "@specwright/runtime";
import { dictionary } from "@zxcvbn-ts/language-common";

/** As short as a password may be. */
const MIN_LENGTH = 8;

/** The passwords that are tried first: some 18,000 that are long enough. */
const common: ReadonlySet<string> = new Set(
  dictionary["passwords-common"].filter((password) => password.length >= MIN_LENGTH),
);

/** Lists the new password of a body when it is one of those that everybody tries, in any case. */
export function commonPasswordIssues(body: unknown): readonly Issue[] {
  if (typeof body !== "object" || body === null || !("password" in body)) return [];
  const { password } = body;
  if (typeof password !== "string" || !common.has(password.toLowerCase())) return [];
  return [{ pointer: "/password", code: "common", message: "is among the first that are tried" }];
}
