import { type Credentials, bearer as sendBearer } from "@specwright/rest/client";
import { type Authenticator, apiKey, basic, bearer } from "@specwright/rest/server";
import type { OperationDescriptor } from "@specwright/runtime/codegen";

/** The credentials of a client, and the server's check of them, for the security schemes of a document. */
export interface DocumentCredentials {
  readonly credentials: Credentials;
  readonly authenticate: Readonly<Record<string, Authenticator<string>>>;
}

const SECRET = "s3cret";

/** Creates one credential for each security scheme that operations name. The server accepts no other. */
export function documentCredentials(
  operations: readonly OperationDescriptor[],
): DocumentCredentials {
  const credentials: Record<string, Credentials[string]> = {};
  const authenticate: Record<string, Authenticator<string>> = {};
  const accept = (secret: string): string | undefined => (secret === SECRET ? secret : undefined);
  for (const { security, schemes = {} } of operations) {
    for (const name of security.flat()) {
      const place = schemes[name];
      if (place === "unknown") {
        credentials[name] = sendBearer(SECRET);
        authenticate[name] = bearer(accept);
        continue;
      }
      const prefix = place?.prefix ?? "";
      if (prefix === "Basic ") {
        credentials[name] = { username: "user", password: SECRET };
        authenticate[name] = basic(({ password }) => accept(password));
      } else {
        credentials[name] = SECRET;
        authenticate[name] =
          place === undefined
            ? bearer(accept)
            : apiKey(place, (text) => accept(text.slice(prefix.length)));
      }
    }
  }
  return { credentials, authenticate };
}
