// Finds the sequence in the log to which a frame belongs, or from which a connection reads. A channel has a
// sequence for each concrete address. If its sequences have owners, it has a sequence for each address and
// owner.

import { StreamError } from "@specwright/runtime";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import { checkPath, writeAddress } from "@specwright/runtime/transport";
import type { StreamKey } from "../log/sequenced-log.ts";
import type { StreamPeer } from "./connection/stream-peer.ts";

/** The owner of sequences that all clients share. */
export const SHARED = "public";

/** Reports whether sequences of a channel have owners: brokers that sign, or `owner` in `x-sequence`. */
export function hasOwners({ signature, sequence }: ChannelDescriptor): boolean {
  return signature !== undefined || sequence?.ownerPath !== undefined;
}

/**
 * Returns the key of a sequence. On a channel without owners, `owner` is ignored.
 *
 * @throws StreamError `invalid_parameters` if `path` has a parameter that the address does not have, or a
 * value that no client can send.
 */
export function sequenceKey(
  channel: ChannelDescriptor,
  owner: string,
  path: object | undefined,
): StreamKey {
  const key = { brokerId: hasOwners(channel) ? owner : SHARED, channelId: channel.id };
  for (const name in path) {
    if (channel.address.includes(`{${name}}`)) continue;
    const message = `Unknown parameter ${name}. The address of ${channel.id} is ${channel.address}.`;
    throw new StreamError("invalid_parameters", message, { channelId: channel.id });
  }
  if (!hasParameters(channel)) return key;
  return { ...key, address: writeAddress(channel, { path: checkPath(channel, path) }) };
}

/** Reports whether each concrete address has its own sequence. */
export function hasParameters({ address }: ChannelDescriptor): boolean {
  return address.includes("{");
}

/**
 * Returns the owner of the sequence that a client may read. On a signed channel, the owner is the broker.
 * Otherwise, the owner is the result of the authenticator if that is a string, or the string `owner` in the
 * result.
 *
 * @throws StreamError `missing_authenticator` if the result has no owner.
 */
export function streamOwner(
  channel: ChannelDescriptor,
  { brokerId, principals = {} }: StreamPeer,
): string {
  if (channel.signature !== undefined || !hasOwners(channel)) return brokerId;
  for (const principal of Object.values(principals)) {
    const owner: unknown =
      typeof principal === "object" && principal !== null
        ? Reflect.get(principal, "owner")
        : principal;
    if (typeof owner === "string" && owner !== "") return owner;
  }
  const message = `The sequences of ${channel.id} have owners (\`owner\` of x-sequence), but \`authenticate\` returned neither a string nor an object with a string \`owner\`. Return the owner.`;
  throw new StreamError("missing_authenticator", message, { channelId: channel.id });
}

/**
 * Requires that a channel with owners identifies its clients, because the owner determines which sequence a
 * client may read.
 *
 * @throws StreamError `missing_authenticator`.
 */
export function requireOwners(channel: ChannelDescriptor): void {
  if (!hasOwners(channel) || channel.signature !== undefined || channel.security !== undefined) {
    return;
  }
  const message = `The sequences of ${channel.id} have owners (\`owner\` of x-sequence), but the channel has no security to identify clients. Add \`security\` to the document, or remove \`owner\`.`;
  throw new StreamError("missing_authenticator", message, { channelId: channel.id });
}
