// Accepts any credential of the right kind for an operation, and nothing else.

import { type Authenticator, apiKey, basic, bearer } from "@specwright/rest/server";
import type { OperationDescriptor } from "@specwright/runtime/codegen";

const acceptAnyone = (): string => "anybody";

/** Creates an authenticator for every scheme that operations use. */
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
