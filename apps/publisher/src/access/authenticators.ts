import { type Authenticator, basic, token } from "@specwright/rest/server";
import type { TokenReader } from "../storage/token-repository.ts";
import { type Caller, verifyToken } from "../tokens/verify-token.ts";

/** The scheme to use, in the answer to a request without a valid token. */
const CHALLENGE = 'Token realm="publisher"';

/** Returns the verifiers of both schemes, by their names in the contract. */
export function authenticators(tokens: TokenReader): {
  readonly token: Authenticator<Caller>;
  readonly basic: Authenticator<Caller>;
} {
  const { authenticate } = basic<Caller>(({ user, password }) =>
    password === "" ? verifyToken(tokens, user) : undefined,
  );
  return {
    token: { ...token((text) => verifyToken(tokens, text)), challenge: CHALLENGE },
    // No challenge: browsers would ask their users for a password, and nobody should begin with it.
    basic: { authenticate },
  };
}
