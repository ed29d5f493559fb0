import type { Channel, Contract, Server } from "@specwright/contract";
import type { Affected } from "../changes/change.ts";
import type { Comparison } from "../comparison.ts";
import { compareServers } from "../servers/compare-servers.ts";
import { affectedFlows } from "./traffic.ts";

/** Compares the servers of two AsyncAPI documents. */
export function compareDocumentServers(comparison: Comparison): void {
  const { base, revision } = comparison;
  for (const { server, ...finding } of compareServers(serversOf(base), serversOf(revision))) {
    comparison.record({
      ...finding,
      subject: { kind: "server", name: server },
      affects: affectedBy(finding.base === undefined ? revision : base, server),
    });
  }
}

/** Lists the servers with their protocols in the URLs, where AsyncAPI 3 has them. */
function serversOf({ servers }: Contract): readonly Server[] {
  return servers.map((server) =>
    server.url.includes("://") ? server : { ...server, url: `${server.protocol}://${server.url}` },
  );
}

function affectedBy({ channels }: Contract, server: string): Affected[] {
  const isOn = ({ servers }: Channel): boolean => servers.includes(server);
  return channels
    .filter(isOn)
    .flatMap((channel) =>
      affectedFlows(channel, "server").map((each) => ({ ...each, direction: "request" as const })),
    );
}
