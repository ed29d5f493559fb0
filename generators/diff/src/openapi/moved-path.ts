import { type Contract, serverPaths } from "@specwright/contract";
import type { Finding } from "../changes/finding.ts";
import { writeValue } from "../changes/write-value.ts";
import type { BasePath } from "../comparison-options.ts";
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

/**
 * Returns a prefix that seems to have moved: most operations of the smaller document are those of the other
 * one with another prefix, and few have the same path.
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

/** Returns the prefixes that the first segments of paths suggest: one added, one removed or another one. */
function prefixesOf(base: Contract, revision: Contract): readonly BasePath[] {
  const [before, after] = [base, revision].map(({ operations }) => [
    ...commonStarts(operations.map(({ path }) => path)),
    "",
  ]);
  return (before ?? []).flatMap((old) =>
    (after ?? []).flatMap((now) => (old === now ? [] : [{ base: old, revision: now }])),
  );
}

/** Returns the first one or two segments that most paths have, the most common first. */
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
