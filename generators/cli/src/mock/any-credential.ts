// Accepts any credential of the kind that an operation requires. Rejects requests without such a
// credential.

import { type Authenticator, apiKey, basic, bearer } from "@specwright/rest/server";
import type { OperationDescriptor } from "@specwright/runtime/codegen";

const acceptAnyone = (): string => "anybody";

/** Creates an authenticator for every security scheme that an operation uses. */
export function anyCredential(
  operations: readonly OperationDescriptor[],
): Readonly<Record<string, Authenticator<string>>> {
  const authenticators: Record<string, Authenticator<string>> = {};
  for (const { security, schemes = {} } of operations) {
    for (const name of security.flat()) authenticators[name] ??= authenticatorOf(schemes[name]);
  }
  return authenticators;
}

function authenticatorOf(
  place: NonNullable<OperationDescriptor["schemes"]>[string] | undefined,
): Authenticator<string> {
  if (place === undefined || place === "unknown") return bearer(acceptAnyone);
  const { prefix = "" } = place;
  if (prefix === "Basic ") return basic(acceptAnyone);
  return apiKey(place, (text) => (text.startsWith(prefix) ? acceptAnyone() : undefined));
}
