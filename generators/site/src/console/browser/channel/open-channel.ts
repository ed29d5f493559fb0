import type { ChannelParameters, StreamListener } from "@specwright/runtime";
import type { ConsoleSdk, SdkStream } from "../console-sdk.ts";
import type { ConsoleSettings } from "../console-settings.ts";

/** The input of {@link openChannel}. */
export interface ChannelOpening {
  readonly sdk: ConsoleSdk;
  readonly settings: ConsoleSettings;
  /** The name of the method of the client. */
  readonly name: string;
  readonly parameters: ChannelParameters;
  readonly onEvent: StreamListener;
}

/** The number of failed attempts in a row before the console shows an explanation. */
const MAX_ATTEMPTS = 3;

/**
 * Opens a channel. It connects when the result is read.
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
