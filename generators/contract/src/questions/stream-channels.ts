// Determines which channels a transport supports.

import type { Channel } from "../model/channel.ts";
import type { Contract } from "../model/contract.ts";

const protocols: ReadonlySet<string> = new Set(["ws", "wss"]);

/**
 * Lists the channels for which clients and servers are generated: those with an address that are
 * served over WebSocket, or that name no server.
 */
export function streamChannels(contract: Contract): readonly Channel[] {
  return contract.channels.filter(
    (channel) =>
      channel.address !== null &&
      (channel.protocols.length === 0 ||
        channel.protocols.some((protocol) => protocols.has(protocol))),
  );
}

/** Lists the stream channels that a generated server has handlers for: all but feeds. */
export function handledChannels(contract: Contract): readonly Channel[] {
  return streamChannels(contract).filter(({ feed }) => feed === undefined);
}
