import { type Contract, serverPaths } from "@specwright/contract";
import type { Finding } from "../changes/finding.ts";
import { writeValue } from "../changes/write-value.ts";
import { matchOperations } from "./match-operations.ts";

/** The paths of the servers of two documents, which their operations have in front of their own. */
export interface ServerPaths {
  readonly base: string;
  readonly revision: string;
}

/**
 * Returns the paths of the servers if a part of them moved between the servers and the paths of
 * operations: more operations then have the same URL than the same path.
 */
export function movedPath(base: Contract, revision: Contract): ServerPaths | undefined {
  const paths = { base: commonPath(base), revision: commonPath(revision) };
  if (paths.base === undefined || paths.revision === undefined) return undefined;
  const { base: before, revision: after } = paths;
  const isMove = after.startsWith(`${before}/`) || before.startsWith(`${after}/`);
  if (!isMove) return undefined;
  const serverPaths = { base: before, revision: after };
  const pairsOf = (prefixes?: ServerPaths) =>
    matchOperations(base.operations, revision.operations, prefixes).pairs.length;
  return pairsOf(serverPaths) > pairsOf() ? serverPaths : undefined;
}

/** Returns the path that all servers of a document have; undefined if they have several. */
function commonPath(contract: Contract): string | undefined {
  const [path = "", ...others] = serverPaths(contract);
  const isCommon = contract.servers.every(({ url }) => url.replace(/\/$/, "").endsWith(path));
  return others.length === 0 && isCommon ? path : undefined;
}

/** Returns what the ends of the servers' URLs are that the other document has in its paths. */
export function movedEnds({ base, revision }: ServerPaths): ServerPaths {
  return { base: base.slice(revision.length), revision: revision.slice(base.length) };
}

/** Says that a path moved. */
export function movedFinding(
  contracts: readonly [Contract, Contract],
  paths: ServerPaths,
): Finding {
  const ends = movedEnds(paths);
  const isFromServers = ends.base !== "";
  const path = writeValue(isFromServers ? ends.base : ends.revision);
  const [from, to] = isFromServers ? ["servers", "paths"] : ["paths", "servers"];
  const [base, revision] = contracts.map(({ file }) => ({ file, pointer: "" }));
  return {
    rule: "server-url-changed",
    class: "potentially-breaking",
    surface: "code",
    details: [ends.base, ends.revision],
    ...(base && { base }),
    ...(revision && { revision }),
    message: `${path} moved from the ${from} to the ${to}.`,
    why: "Requests go to the same URLs, but code that gives a client its base URL has to give another one.",
  };
}
