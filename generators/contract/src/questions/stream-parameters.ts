// What a caller has to give to open a channel.

import type { Channel } from "../model/channel.ts";
import type { Contract } from "../model/contract.ts";
import type { Parameter, ParameterGroup } from "../model/operation.ts";
import { groupParameters } from "./group-parameters.ts";
import { addedParameters } from "./stream-security.ts";

/** Returns the text that is sent if a caller gives no value for a parameter of an address. */
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
 * Lists the parameters of a location that a caller has to give: some have a default, and the
 * transport adds others.
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

/** Reports whether a caller has to give something to open a channel. */
export function needsParameters(contract: Contract, channel: Channel): boolean {
  const locations = new Set(channel.parameterGroups.map((group) => group.in));
  return [...locations].some((each) => requiredParameters(contract, channel, each).length > 0);
}
