// What the upgrade of a channel has to prove, of the security of its servers and operations.

import type { Channel } from "../model/channel.ts";
import type { Contract, SecurityScheme } from "../model/contract.ts";
import type { ParameterGroup } from "../model/operation.ts";
import type { SecurityRequirement } from "../model/security-requirement.ts";
import type { Server } from "../model/server.ts";

/** The place of a credential in the upgrade request. */
export interface Credential {
  readonly kind: "basic" | "user" | "password" | "authorization" | "header" | "query" | "cookie";
  readonly name?: string;
}

/** Lists of alternatives, each of which consists of scheme ids. Every list has to pass. */
export type SecurityLists = readonly (readonly (readonly string[])[])[];

/**
 * Returns the lists of a channel: of its servers together, and of each operation. A list with an
 * empty alternative requires nothing. `x-credentials` proves what its headers carry.
 */
export function securityLists(contract: Contract, channel: Channel): SecurityLists {
  const schemes = schemesOf(contract);
  const signed = new Set(Object.values(channel.signature?.headers ?? {}));
  const isSigned = (id: string): boolean => {
    const { type, raw } = schemes.get(id) ?? {};
    return type === "httpApiKey" && typeof raw?.["name"] === "string" && signed.has(raw["name"]);
  };
  const operations = contract.channelOperations.filter((each) => each.channel === channel);
  const atServers = streamServers(contract, channel).flatMap(({ security = [] }) => security);
  const lists = [atServers, ...operations.map(({ security }) => security)]
    .map((security) => alternativesOf(security).map((ids) => ids.filter((id) => !isSigned(id))))
    .filter((alternatives) => alternatives.every((ids) => ids.length > 0))
    .filter((alternatives) => alternatives.length > 0);
  return [...new Map(lists.map((each) => [JSON.stringify(each), each])).values()];
}

function alternativesOf(security: readonly SecurityRequirement[]): readonly (readonly string[])[] {
  return security.map((requirement) => [...requirement.keys()]);
}

/** Returns the security schemes of a contract, by id. */
export function schemesOf(contract: Contract): ReadonlyMap<string, SecurityScheme> {
  return new Map(contract.securitySchemes.map((scheme) => [scheme.id, scheme]));
}

/** Returns the place of a scheme's credential; undefined if an upgrade has none. */
export function credentialOf({ type, raw }: SecurityScheme): Credential | undefined {
  const text = (field: string): string => {
    const value = raw[field];
    return typeof value === "string" ? value : "";
  };
  switch (type) {
    case "userPassword":
      return { kind: "basic" };
    case "apiKey":
    case "httpApiKey": {
      const where = text("in");
      if (where === "user" || where === "password") return { kind: where };
      if (where !== "header" && where !== "query" && where !== "cookie") return undefined;
      return { kind: where, name: text("name") };
    }
    case "http": {
      const scheme = text("scheme").toLowerCase();
      return scheme === "basic"
        ? { kind: "basic" }
        : { kind: "authorization", name: wordOf(scheme) };
    }
    case "oauth2":
    case "openIdConnect":
      return { kind: "authorization", name: "Bearer" };
    default:
      return undefined;
  }
}

function wordOf(scheme: string): string {
  return scheme === "bearer" ? "Bearer" : scheme;
}

/**
 * Creates a function that reports whether the transport of a client adds a parameter to the upgrade:
 * a header of the signature, or the place of a credential.
 */
export function addedParameters(
  contract: Contract,
  channel: Channel,
): (location: ParameterGroup["in"], name: string) => boolean {
  const schemes = schemesOf(contract);
  const credentials = securityLists(contract, channel)
    .flat(2)
    .flatMap((id) => {
      const scheme = schemes.get(id);
      return (scheme && credentialOf(scheme)) ?? [];
    });
  const query = new Set(credentials.map(({ kind, name }) => (kind === "query" ? name : undefined)));
  const places = credentials.flatMap(({ kind, name = "" }) => {
    if (kind === "header") return [name];
    if (kind === "query") return [];
    return kind === "cookie" ? ["cookie"] : ["authorization"];
  });
  const names = [...Object.values(channel.signature?.headers ?? {}), ...places];
  const headers = new Set(names.map((name) => name.toLowerCase()));
  return (location, name) =>
    location === "header"
      ? headers.has(name.toLowerCase())
      : location === "query" && query.has(name);
}

/** Lists the servers of a channel that speak WebSocket. */
export function streamServers(contract: Contract, channel: Channel): readonly Server[] {
  return contract.servers.filter(
    ({ id, protocol }) => channel.servers.includes(id) && /^wss?$/.test(protocol),
  );
}
