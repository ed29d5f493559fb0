// What a caller has to give to open a channel.

import type { Channel, Contract, Parameter } from "@specwright/contract";
import { groupParameters } from "./group-parameters.ts";
import { addedHeaders } from "./stream-security.ts";

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

/** Lists the headers that a caller has to give: the transport adds some of the required ones. */
export function requiredHeaders(contract: Contract, channel: Channel): readonly string[] {
  const added = addedHeaders(contract, channel);
  return channel.parameterGroups
    .filter((group) => group.in === "header")
    .flatMap(groupParameters)
    .filter(({ name, required }) => required && !added.has(name.toLowerCase()))
    .map(({ name }) => name);
}

/** Reports whether a caller has to give something to open a channel. */
export function needsParameters(contract: Contract, channel: Channel): boolean {
  const defaults = addressDefaults(channel);
  const isRequired = channel.parameterGroups
    .filter((group) => group.in !== "header")
    .flatMap(groupParameters)
    .some(
      ({ name, in: location, required }) =>
        required && !(location === "path" && defaults.includes(name)),
    );
  return isRequired || requiredHeaders(contract, channel).length > 0;
}
