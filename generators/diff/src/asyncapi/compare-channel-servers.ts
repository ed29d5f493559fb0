import type { Channel } from "@specwright/contract";
import type { Comparison } from "../comparison.ts";
import type { Pair } from "../pairing/pairing.ts";
import { affectedFlows } from "../pairing/traffic.ts";
import { keptServers } from "./compare-document-servers.ts";

/**
 * Compares the servers on which a channel is available. `compareDocumentServers` reports servers that were
 * added to the document or removed from the document.
 */
export function compareChannelServers(comparison: Comparison, pair: Pair<Channel>): void {
  for (const server of keptServers(comparison.base, comparison.revision)) {
    const [base, revision] = [server.base.id, server.revision.id];
    const wasThere = pair.base.servers.includes(base);
    const isThere = pair.revision.servers.includes(revision);
    if (wasThere === isThere) continue;
    const { id } = pair.revision;
    comparison.record({
      rule: isThere ? "channel-server-added" : "channel-server-removed",
      class: isThere ? "non-breaking" : "breaking",
      surface: "wire",
      subject: { kind: "channel", name: id },
      details: [revision],
      base: pair.base.source,
      revision: pair.revision.source,
      affects: affectedFlows(pair.revision, "servers"),
      message: isThere
        ? `The channel \`${id}\` is now also available on the server \`${revision}\`.`
        : `The channel \`${id}\` is no longer available on the server \`${revision}\`.`,
      why: isThere
        ? "It is still available on its former servers."
        : "Clients can no longer use it on this server.",
    });
  }
}
