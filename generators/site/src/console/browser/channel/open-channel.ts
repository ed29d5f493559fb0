import type { ChannelParameters, StreamListener } from "@specwright/runtime";
import type { ConsoleSdk, SdkStream } from "../console-sdk.ts";
import type { ConsoleSettings } from "../console-settings.ts";

/** The input of {@link openChannel}. */
export interface ChannelOpening {
  readonly sdk: ConsoleSdk;
  readonly settings: ConsoleSettings;
  /** The name of the client's method for the channel. */
  readonly name: string;
  readonly parameters: ChannelParameters;
  readonly onEvent: StreamListener;
}

/** The number of successive failed attempts after which the console shows an explanation. */
const MAX_ATTEMPTS = 3;

/**
 * Opens a channel. The connection starts when the caller begins to read the result.
 *
 * @throws Error if the parameters do not match their schemas.
 */
export function openChannel(opening: ChannelOpening): SdkStream {
  const { sdk, settings, name, parameters, onEvent } = opening;
  if (sdk.streamTransport === undefined) throw new Error("the bundle exports no streamTransport");
  const { tickets } = settings;
  const transport = sdk.streamTransport({
    url: settings.server.replace(/^http/, "ws"),
    ...(tickets !== undefined && { ticket: () => fetchTicket(tickets) }),
    onEvent,
    maxAttempts: MAX_ATTEMPTS,
  });
  const stream = sdk.createClient(transport)[name]?.(parameters);
  return stream as SdkStream;
}

async function fetchTicket(address: string): Promise<string> {
  const answer = await fetch(address, { method: "POST" });
  if (!answer.ok) throw new Error(`the relay did not issue a ticket (status ${answer.status})`);
  return answer.text();
}
