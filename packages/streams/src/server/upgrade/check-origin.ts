// A browser sends its cookies with every upgrade, even if a foreign page opens the connection. This check
// prevents such a page from acting as the user.

import { type Problem, problem, StreamError } from "@specwright/runtime";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import type { UpgradeRequest } from "./upgrade-request.ts";

/**
 * Returns the refusal if a page of a different host opens the connection, and a credential of the channel
 * is a cookie. Clients other than browsers send no `Origin`.
 *
 * @param origins the origins that may connect in addition to the server's own host
 */
export function checkOrigin(
  { security }: ChannelDescriptor,
  { headers: { origin, host = "" } }: Pick<UpgradeRequest, "headers">,
  origins: readonly string[],
): Problem | undefined {
  const usesCookies = Object.values(security?.schemes ?? {}).some(({ kind }) => kind === "cookie");
  if (!usesCookies || origin === undefined || origins.includes(origin)) return undefined;
  if (URL.canParse(origin) && new URL(origin).host === host.toLowerCase()) return undefined;
  const detail = `pages of ${origin} may not connect with the cookies of this server`;
  return problem(403, "origin_refused", { detail });
}

/**
 * Requires that origins have the form in which browsers send them: scheme, host and port.
 *
 * @throws StreamError `invalid_parameters`.
 */
export function requireOrigins(origins: readonly string[]): void {
  for (const origin of origins) {
    const right = URL.canParse(origin) ? new URL(origin).origin : "null";
    if (right === origin) continue;
    const hint = right === "null" ? "such as https://app.example" : right;
    const message = `The option \`origins\` has ${JSON.stringify(origin)}; write the origin as a browser sends it: ${hint}.`;
    throw new StreamError("invalid_parameters", message);
  }
}
