import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import { askTicket } from "./ask-ticket.ts";
import { chooseSchemes } from "./choose-schemes.ts";
import { applyCredentials, type CredentialParts } from "./stream-credentials.ts";
import type { StreamEnvironment } from "./stream-environment.ts";

/** What tells a server, or a relay, who connects. */
export interface ClientIdentity {
  readonly ticket?: string | undefined;
  readonly credentials: CredentialParts;
}

/** Fetches the ticket or the credentials of the next connection. Rejects with their error. */
export async function identifyClient(
  environment: StreamEnvironment,
  channel: ChannelDescriptor,
  stop: AbortSignal,
): Promise<ClientIdentity> {
  if (environment.ticket !== undefined) {
    const ticket = await askTicket(environment, stop);
    return { ticket, credentials: { headers: {}, query: [] } };
  }
  const { credentials } = environment;
  const schemes = chooseSchemes(channel, credentials);
  return { credentials: await applyCredentials(channel, schemes, credentials) };
}
