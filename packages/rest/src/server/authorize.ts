import type { OperationDescriptor } from "@specwright/runtime/codegen";
import type { Authenticator, RequestHead } from "./authenticator.ts";
import { ProblemError, RestServerError } from "./problem-error.ts";

/** A verifier for each security scheme, by its name in the contract. */
export type Authenticators<Principal> = Readonly<Record<string, Authenticator<Principal>>>;

/**
 * Checks that every scheme of an operation has a verifier.
 *
 * @throws RestServerError
 */
export function requireAuthenticators(
  operation: OperationDescriptor,
  authenticators: Authenticators<unknown>,
): void {
  for (const scheme of operation.security.flat()) {
    if (!Object.hasOwn(authenticators, scheme)) {
      throw new RestServerError("missing_authenticator", `${operation.id} requires ${scheme}`);
    }
  }
}

/**
 * Returns the principal of a request. Alternatives are tried in order. If an alternative requires several
 * schemes, its first scheme provides the principal. An invalid credential leads to 401 even if the
 * operation requires no credential, because its sender expects to be authenticated. If a verifier throws a
 * 403, the remaining alternatives are tried.
 *
 * @throws ProblemError
 */
export async function authorize<Principal>(
  operation: OperationDescriptor,
  authenticators: Authenticators<Principal>,
  head: RequestHead,
): Promise<Principal | undefined> {
  const { security } = operation;
  const isOptional = security.length === 0 || security.some((schemes) => schemes.length === 0);
  let isRefused = false;
  let forbidden: ProblemError | undefined;
  for (const [index, schemes] of security.entries()) {
    const principals: Principal[] = [];
    for (const scheme of schemes) {
      const scopes = operation.scopes?.[index]?.[scheme] ?? [];
      const verdict = await authenticators[scheme]?.authenticate(head, scopes);
      if (verdict?.kind === "refused") isRefused = true;
      if (verdict?.kind === "forbidden") forbidden ??= verdict.problem;
      if (verdict?.kind !== "accepted") break;
      principals.push(verdict.principal);
    }
    if (schemes.length > 0 && principals.length === schemes.length) return principals[0];
  }
  if (forbidden !== undefined) throw forbidden;
  if (isOptional && !isRefused) return undefined;
  throw unauthorized(operation, authenticators, isRefused);
}

function unauthorized(
  operation: OperationDescriptor,
  authenticators: Authenticators<unknown>,
  isRefused: boolean,
): ProblemError {
  const schemes = [...new Set(operation.security.flat())];
  const challenges = schemes.flatMap((scheme) => authenticators[scheme]?.challenge ?? []);
  const detail = isRefused ? "The credentials are not valid." : "Credentials are required.";
  return new ProblemError(401, "unauthorized", detail, {
    headers: challenges.length === 0 ? {} : { "www-authenticate": challenges.join(", ") },
  });
}
