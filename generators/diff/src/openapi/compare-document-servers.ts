import type { Contract, HttpOperation, Server } from "@specwright/contract";
import type { Affected } from "../changes/change.ts";
import type { Comparison } from "../comparison.ts";
import { compareServers } from "../servers/compare-servers.ts";
import type { DraftGroups } from "./draft-groups.ts";
import type { MatchedOperations } from "./match-operations.ts";
import { operationName, operationSubject } from "./operation-name.ts";

/** Compares the servers of the document, and those of operations that have their own. */
export function compareDocumentServers(
  comparison: Comparison,
  groups: DraftGroups,
  { pairs }: MatchedOperations,
): void {
  const { base, revision } = comparison;
  const inheriting: Affected[] = [];
  for (const [old, revised] of pairs) {
    if (old.servers.length === 0 && revised.servers.length === 0) inheriting.push(affectedBy(old));
    else compareOperationServers(comparison, groups, old, revised);
  }
  for (const { server, ...finding } of compareServers(serversOf(base), serversOf(revision))) {
    const subject = { kind: "server", name: server } as const;
    comparison.record({ ...finding, subject, affects: inheriting });
  }
}

function compareOperationServers(
  comparison: Comparison,
  groups: DraftGroups,
  old: HttpOperation,
  revised: HttpOperation,
): void {
  const before = old.servers.length > 0 ? old.servers : serversOf(comparison.base);
  const after = revised.servers.length > 0 ? revised.servers : serversOf(comparison.revision);
  for (const { server, ...finding } of compareServers(before, after)) {
    const local = operationSubject("operation", old, `server ${server}`);
    const subject = { kind: "path", name: old.path, path: `server ${server}` } as const;
    groups.add({ ...finding, local, subject, affects: [affectedBy(old)] });
  }
}

/** Returns the servers of a document; without any, OpenAPI means the URL `/`. */
function serversOf({ file, servers }: Contract): readonly Server[] {
  if (servers.length > 0) return servers;
  const source = { file, pointer: "" };
  const none = { variables: new Map(), extensions: new Map() };
  return [{ id: "/", url: "/", protocol: "http", ...none, source }];
}

function affectedBy(operation: HttpOperation): Affected {
  return { operation: operationName(operation), part: "server", direction: "request" };
}
