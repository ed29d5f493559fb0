import { type Contract, serverPaths } from "@specwright/contract";
import type { Finding } from "../changes/finding.ts";
import { writeValue } from "../changes/write-value.ts";
import type { BasePath } from "../comparison-options.ts";
import { matchOperations } from "./match-operations.ts";

/** For each document, the path that all server URLs have in common. */
export interface ServerPaths {
  readonly base: string;
  readonly revision: string;
}

/**
 * Detects that a part of the URLs moved from the servers to the paths of operations, or the reverse.
 * Returns the server paths if more operations match by server path and path together than by path alone.
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

/**
 * Returns a path prefix that seems to have changed. Most operations of the smaller document must exist in
 * the other document under the new prefix, and few under an unchanged path.
 */
export function movedPrefix(base: Contract, revision: Contract): BasePath | undefined {
  if (movedPath(base, revision) !== undefined) return undefined;
  const pairsWith = (basePaths: readonly BasePath[]): number =>
    matchOperations(base.operations, revision.operations, undefined, basePaths).pairs.length;
  const most = Math.min(base.operations.length, revision.operations.length) / 2;
  const [first] = prefixesOf(base, revision)
    .map((prefix) => ({ prefix, count: pairsWith([prefix]) }))
    .filter(({ count }) => count > most && count > 1)
    .toSorted((left, right) => right.count - left.count);
  return first !== undefined && pairsWith([]) < first.count / 2 ? first.prefix : undefined;
}

const mostPrefixes = 3;

/** Returns possible changes of a prefix: an added, removed or replaced first segment. */
function prefixesOf(base: Contract, revision: Contract): readonly BasePath[] {
  const [before, after] = [base, revision].map(({ operations }) => [
    ...commonStarts(operations.map(({ path }) => path)),
    "",
  ]);
  return (before ?? []).flatMap((old) =>
    (after ?? []).flatMap((now) => (old === now ? [] : [{ base: old, revision: now }])),
  );
}

/** Returns the first one or two segments that occur most often in paths, the most frequent first. */
function commonStarts(paths: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const path of paths) {
    const [, first = "", second] = path.split("/");
    for (const start of [`/${first}`, ...(second === undefined ? [] : [`/${first}/${second}`])]) {
      counts.set(start, (counts.get(start) ?? 0) + 1);
    }
  }
  return [...counts]
    .filter(([start, count]) => count > 1 && !start.includes("{"))
    .toSorted(([, left], [, right]) => right - left)
    .slice(0, mostPrefixes)
    .map(([start]) => start);
}

/** Returns the path that all servers of a document share; undefined if they differ. */
function commonPath(contract: Contract): string | undefined {
  const [path = "", ...others] = serverPaths(contract);
  const isCommon = contract.servers.every(({ url }) => url.replace(/\/$/, "").endsWith(path));
  return others.length === 0 && isCommon ? path : undefined;
}

/**
 * Returns, for each document, the last part of the server path that the other document has in the paths of
 * its operations.
 */
export function movedEnds({ base, revision }: ServerPaths): ServerPaths {
  return { base: base.slice(revision.length), revision: revision.slice(base.length) };
}

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
    why: "Requests go to the same URLs, but code that sets the base URL of a client must set a different one.",
  };
}
