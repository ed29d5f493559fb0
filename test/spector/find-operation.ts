// Finds the operation of a generated client that an exchange calls.

import type { Contract, HttpOperation } from "@specwright/contract";
import type { SpecClient } from "./generate-clients.ts";

/** An operation, with the values of the path's variables in an exchange. */
export interface FoundOperation {
  readonly client: SpecClient;
  readonly operation: HttpOperation;
  /** The text of each path parameter on the wire. */
  readonly path: Readonly<Record<string, string>>;
  /** The variables of the server's URL. */
  readonly server: Readonly<Record<string, string>>;
}

/** Finds the operation with the method and path of an exchange; the most literal one if several match. */
export function findOperation(
  clients: readonly SpecClient[],
  method: string,
  uri: string,
): FoundOperation | undefined {
  const path = uri.replaceAll("\\:", ":");
  const found = clients.flatMap((client) =>
    client.contract.operations.flatMap((operation) => {
      if (operation.method.toLowerCase() !== method) return [];
      const base = serverPath(client.contract);
      const inServer = matchTemplate(`${base}${operation.path}`, path);
      if (inServer === undefined) return [];
      const names = new Set(base.match(/(?<=\{)[^}]+/g));
      const entries = Object.entries(inServer);
      const server = Object.fromEntries(entries.filter(([name]) => names.has(name)));
      const own = Object.fromEntries(entries.filter(([name]) => !names.has(name)));
      // Each version of an API has its own document.
      const { version } = client.contract.info;
      const isOwnVersion = Object.values({ ...server, ...own }).includes(version);
      const literal = operation.path.replace(/\{[^}]*\}/g, "").length;
      return [{ client, operation, path: own, server, rank: literal + (isOwnVersion ? 0.5 : 0) }];
    }),
  );
  return found.toSorted((one, other) => one.rank - other.rank).at(-1);
}

/** Returns the path of the server's URL; the specs name its origin `{endpoint}` or `localhost`. */
function serverPath({ servers }: Contract): string {
  return (servers[0]?.url ?? "").replace(/^(\{endpoint\}|https?:\/\/[^/]*)/, "").replace(/\/$/, "");
}

function matchTemplate(template: string, path: string): Record<string, string> | undefined {
  const pattern = template
    .split(/(\{[^}]*\})/)
    .map((piece) => (piece.startsWith("{") ? "(.*)" : piece.replace(/\W/g, "\\$&")))
    .join("");
  // The specs write the path of a server's root without a slash.
  const values = new RegExp(`^${pattern.replace(/\\\/$/, "\\/?")}$`).exec(path);
  if (values === null) return undefined;
  const names = template.match(/(?<=\{)[^}]+/g) ?? [];
  return Object.fromEntries(names.map((name, index) => [name, values[index + 1] ?? ""]));
}
