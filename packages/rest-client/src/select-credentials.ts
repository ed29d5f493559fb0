import type { OperationDescriptor } from "@specwright/runtime/codegen";
import { callError } from "./call-error.ts";
import {
  basic,
  bearer,
  type Credential,
  type CredentialParts,
  placed,
  type Secret,
} from "./credentials.ts";

/** The user and the password of a scheme of HTTP Basic. */
export interface UserPassword {
  readonly username: string;
  readonly password: Secret;
}

/**
 * A credential for each security scheme, by the name of the scheme in the contract. A bare secret
 * is sent where the contract says: an API key in its header, query parameter or cookie, and a token
 * of any other scheme as a bearer token. A scheme that the contract does not declare needs a
 * `Credential`, which says where it is sent. `true` is a scheme that needs nothing in a request, such
 * as mutual TLS.
 */
export type Credentials = Readonly<Record<string, Credential | Secret | UserPassword | true>>;

/** The credentials of one call. */
export interface SelectedCredentials {
  /** Returns what to add to a request. */
  parts(): readonly CredentialParts[];
  /** Renews the secrets after a 401, once. Resolves with whether there are others now. */
  renew(): Promise<boolean>;
}

/**
 * Selects the first alternative for which every scheme is configured, and applies it. Public
 * operations get no credentials, so that a token is never sent unnecessarily. Throws `RestError`
 * with `missing_credentials`.
 */
export async function selectCredentials(
  operation: OperationDescriptor,
  credentials: Credentials,
): Promise<SelectedCredentials> {
  const schemes = chosenSchemes(operation, credentials);
  const selected = schemes.flatMap((scheme): readonly Credential[] => {
    const given = credentials[scheme];
    if (given === undefined || given === true) return [];
    if (typeof given === "object") {
      return ["apply" in given ? given : basic(given.username, given.password)];
    }
    const place = operation.schemes?.[scheme];
    if (place === "unknown") {
      const message = `${scheme} is of an unknown kind: give a credential, such as bearer(token)`;
      throw callError(operation, "missing_credentials", message);
    }
    return [place === undefined ? bearer(given) : placed(place, given)];
  });
  const ask = (former: readonly CredentialParts[]): Promise<readonly CredentialParts[]> =>
    Promise.all(selected.map((credential, index) => credential.apply(former[index]?.secret)));
  let parts = await ask([]);
  let mayRenew = parts.some(({ secret }) => secret !== undefined);
  return {
    parts: () => parts,
    async renew() {
      if (!mayRenew) return false;
      mayRenew = false;
      const former = parts;
      parts = await ask(former);
      return parts.some(({ secret }, index) => secret !== former[index]?.secret);
    },
  };
}

function chosenSchemes(
  operation: OperationDescriptor,
  credentials: Credentials,
): readonly string[] {
  const { security } = operation;
  const chosen = security.find(
    (alternative) =>
      alternative.length > 0 && alternative.every((scheme) => Object.hasOwn(credentials, scheme)),
  );
  if (chosen !== undefined) return chosen;
  if (security.length === 0 || security.some((alternative) => alternative.length === 0)) return [];
  const wanted = security.map((alternative) => alternative.join(" and ")).join(", or ");
  throw callError(operation, "missing_credentials", `needs ${wanted}`);
}
