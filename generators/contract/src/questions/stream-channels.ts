// Determines the channels that the generated clients and servers support.

import type { Channel } from "../model/channel.ts";
import type { Contract, SecurityScheme } from "../model/contract.ts";
import type { Parameter, ParameterGroup } from "../model/operation.ts";
import type { SecurityRequirement, Server } from "../model/server.ts";
import { servesTopics } from "../streams/stream-kind.ts";

const protocols: ReadonlySet<string> = new Set(["ws", "wss"]);

/**
 * Lists the channels for which clients and servers are generated. Such a channel has an address. One of its
 * servers uses WebSocket, or the channel names no server.
 */
export function streamChannels(contract: Contract): readonly Channel[] {
  return contract.channels.filter(
    (channel) =>
      channel.address !== null &&
      (channel.protocols.length === 0 ||
        channel.protocols.some((protocol) => protocols.has(protocol))),
  );
}

/** Lists the stream channels for which a generated server has handlers: all channels without topics. */
export function handledChannels(contract: Contract): readonly Channel[] {
  return streamChannels(contract).filter((channel) => !servesTopics(channel));
}

// In the contract, the parameters of a channel are object schemas: one for the address, and others for the
// WebSocket binding. The transports need a list of parameters, as in an OpenAPI operation.

/** Lists the parameters of a group. `style` and `explode` have the defaults of their location. */
export function groupParameters(group: ParameterGroup): readonly Parameter[] {
  const { schema } = group.declaration;
  if (schema.kind === "boolean" || schema.properties === undefined) return [];
  const required = new Set(schema.required);
  const form = group.in === "query" || group.in === "cookie";
  return [...schema.properties].map(([name, property]) => ({
    name,
    in: group.in,
    required: group.in === "path" || required.has(name),
    deprecated: property.kind === "schema" && property.deprecated === true,
    style: form ? "form" : "simple",
    explode: form,
    allowReserved: false,
    schema: property,
    examples: [],
    extensions: new Map(),
    source: property.source,
  }));
}

/** Returns the text of an address parameter that is sent if the caller does not pass a value. */
export function addressDefault({ in: location, schema }: Parameter): string | undefined {
  if (location !== "path" || schema?.kind !== "schema") return undefined;
  return typeof schema.default === "string" ? schema.default : undefined;
}

/** Lists the parameters of a channel's address that have a default. */
export function addressDefaults(channel: Channel): readonly string[] {
  return channel.parameterGroups
    .flatMap(groupParameters)
    .filter((parameter) => addressDefault(parameter) !== undefined)
    .map(({ name }) => name);
}

/**
 * Lists the required parameters of a location that the caller must pass. Omits parameters that have a
 * default, and parameters that the transport adds.
 */
export function requiredParameters(
  contract: Contract,
  channel: Channel,
  location: ParameterGroup["in"],
): readonly string[] {
  const isAdded = addedParameters(contract, channel);
  const defaults = location === "path" ? addressDefaults(channel) : [];
  return channel.parameterGroups
    .filter((group) => group.in === location)
    .flatMap(groupParameters)
    .filter(({ name, required }) => required && !isAdded(location, name))
    .filter(({ name }) => !defaults.includes(name))
    .map(({ name }) => name);
}

/** Reports whether a caller has to pass parameters to open a channel. */
export function needsParameters(contract: Contract, channel: Channel): boolean {
  const locations = new Set(channel.parameterGroups.map((group) => group.in));
  return [...locations].some((each) => requiredParameters(contract, channel, each).length > 0);
}

/** The place of a credential in the upgrade request. */
export interface Credential {
  readonly kind: "basic" | "user" | "password" | "authorization" | "header" | "query" | "cookie";
  readonly name?: string;
}

/**
 * Lists of alternatives. An alternative is a list of scheme ids. A client must satisfy one alternative of
 * every list.
 */
export type SecurityLists = readonly (readonly (readonly string[])[])[];

/**
 * Returns the security lists of a channel: one list for all its servers, and one list for each operation. A
 * list with an empty alternative is omitted, because it requires no credentials. A scheme is also omitted
 * if `x-credentials` sets the header of the scheme.
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
    .map((security) => schemeAlternatives(security).map((ids) => ids.filter((id) => !isSigned(id))))
    .filter((alternatives) => alternatives.every((ids) => ids.length > 0))
    .filter((alternatives) => alternatives.length > 0);
  return [...new Map(lists.map((each) => [JSON.stringify(each), each])).values()];
}

function schemeAlternatives(
  security: readonly SecurityRequirement[],
): readonly (readonly string[])[] {
  return security.map((requirement) => [...requirement.keys()]);
}

/** Returns the security schemes of a contract, by id. */
export function schemesOf(contract: Contract): ReadonlyMap<string, SecurityScheme> {
  return new Map(contract.securitySchemes.map((scheme) => [scheme.id, scheme]));
}

/**
 * Returns where an upgrade request contains the credential of a scheme. Returns undefined if the scheme
 * cannot be used in an upgrade request.
 */
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
        : { kind: "authorization", name: schemeWord(scheme) };
    }
    case "oauth2":
    case "openIdConnect":
      return { kind: "authorization", name: "Bearer" };
    default:
      return undefined;
  }
}

function schemeWord(scheme: string): string {
  return scheme === "bearer" ? "Bearer" : scheme;
}

/**
 * Creates a function that reports whether the client adds a parameter to the upgrade request itself, as a
 * header of the signature or as a credential.
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

/** Lists the servers of a channel that use WebSocket. */
export function streamServers(contract: Contract, channel: Channel): readonly Server[] {
  return contract.servers.filter(
    ({ id, protocol }) => channel.servers.includes(id) && /^wss?$/.test(protocol),
  );
}
