import type { FeedScheme } from "@specwright/runtime/transport";
import type { CredentialKeys } from "../../../signing/rule/credential-rule.ts";
import { FeedError } from "../feed-error.ts";

/** The keys of a user, or a function that returns them, which is called before each signature. */
export type FeedKeys = CredentialKeys | (() => CredentialKeys | Promise<CredentialKeys>);

/** The keys of a user, for the only scheme of a contract or by the name of a scheme. */
export type FeedCredentials = FeedKeys | Readonly<Record<string, FeedKeys>>;

/** A scheme of a contract, and the keys for it. */
export interface ChosenScheme {
  readonly scheme: FeedScheme;
  readonly keys: () => Promise<CredentialKeys>;
}

/**
 * Chooses the scheme that the credentials are for; undefined if there are none.
 *
 * @throws FeedError `invalid_credentials` if the contract has no such scheme, or several and none is
 *   named.
 */
export function chooseScheme(
  schemes: Readonly<Record<string, FeedScheme>>,
  credentials: FeedCredentials | undefined,
): ChosenScheme | undefined {
  if (credentials === undefined) return undefined;
  const known = Object.entries(schemes);
  const given = typeof credentials === "function" ? [] : Object.entries(credentials);
  const isKeys = given.every(([name, value]) => typeof value === "string" || isValues(name, value));
  if (typeof credentials === "function" || isKeys) {
    const [only] = known;
    if (only !== undefined && known.length === 1) {
      return { scheme: only[1], keys: keysOf(credentials as FeedKeys) };
    }
    const names = known.map(([name]) => name).join(", ");
    throw invalid(`Name the scheme that the credentials are for; the schemes are ${names}.`);
  }
  const byName = credentials as Readonly<Record<string, FeedKeys>>;
  const [found, another] = known.filter(([name]) => Object.hasOwn(byName, name));
  if (found === undefined) {
    const names = known.map(([name]) => name).join(", ");
    throw invalid(`The credentials are for none of the schemes ${names}.`);
  }
  if (another !== undefined) {
    throw invalid(`Pass credentials for one scheme, not for ${found[0]} and ${another[0]}.`);
  }
  return { scheme: found[1], keys: keysOf(byName[found[0]]) };
}

function isValues(name: string, value: unknown): boolean {
  return value === undefined || (name === "values" && typeof value === "object");
}

function keysOf(keys: FeedKeys | undefined): () => Promise<CredentialKeys> {
  return async () => (typeof keys === "function" ? await keys() : (keys ?? {}));
}

function invalid(message: string): FeedError {
  return new FeedError("invalid_credentials", message);
}
