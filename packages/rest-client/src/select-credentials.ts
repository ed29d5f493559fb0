import type { OperationDescriptor } from "@specwright/runtime/codegen";
import { callError } from "./call-error.ts";
import { bearer, type Credential, type CredentialParts, type Secret } from "./credentials.ts";

/**
 * A credential for each security scheme, by the name of the scheme in the contract. A bare secret
 * is a bearer token.
 */
export type Credentials = Readonly<Record<string, Credential | Secret>>;

/**
 * Selects the first alternative for which every scheme is configured, and applies it. Public
 * operations get no credentials, so that a token is never sent unnecessarily. Throws `RestError`
 * with `missing_credentials`.
 */
export async function selectCredentials(
  operation: OperationDescriptor,
  credentials: Credentials,
): Promise<readonly CredentialParts[]> {
  const { security } = operation;
  if (security.length === 0) return [];
  const chosen = security.find(
    (alternative) =>
      alternative.length > 0 && alternative.every((scheme) => Object.hasOwn(credentials, scheme)),
  );
  if (chosen === undefined) {
    if (security.some((alternative) => alternative.length === 0)) return [];
    const wanted = security.map((alternative) => alternative.join(" and ")).join(", or ");
    throw callError(operation, "missing_credentials", `needs ${wanted}`);
  }
  return await Promise.all(
    chosen.flatMap((scheme) => {
      const credential = credentials[scheme];
      if (credential === undefined) return [];
      const isSecret = typeof credential === "string" || typeof credential === "function";
      return [(isSecret ? bearer(credential) : credential).apply()];
    }),
  );
}
