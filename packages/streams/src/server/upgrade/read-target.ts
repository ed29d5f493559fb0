// Splits a request target into base path, version segment, channel address and query.

import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import type { StreamServerSettings } from "../settings.ts";
import { matchAddress } from "./match-address.ts";

/** The close code of a connection that asks for a version that is not served. */
const PROTOCOL_VERSION = 4009;

/** The parts of a request target. */
export type Target =
  | {
      readonly kind: "channel";
      readonly channel: ChannelDescriptor;
      readonly path: Readonly<Record<string, string>>;
      /** As sent, without the question mark. */
      readonly query: string;
      /** Set if the path names an unsupported version. */
      readonly otherVersion?: { readonly name: string; readonly supported: readonly string[] };
    }
  | { readonly kind: "unknown" };

/** The settings that paths depend on. */
type PathSettings = Pick<StreamServerSettings, "basePath" | "versions">;

/** Parses a request target as received. */
export function readTarget(
  target: string,
  channels: readonly ChannelDescriptor[],
  settings: PathSettings,
): Target {
  const mark = target.indexOf("?");
  const full = mark === -1 ? target : target.slice(0, mark);
  const query = mark === -1 ? "" : target.slice(mark + 1);
  if (!full.startsWith(settings.basePath)) return { kind: "unknown" };
  const rest = full.slice(settings.basePath.length);

  const found = channels.flatMap((channel) =>
    channelPaths(channel, settings).flatMap((path) => {
      const given = isRoot(channel.address) ? rest.replace(/(.)\/$/, "$1") : rest;
      const address = joinPath(path, channel.address);
      const values = matchAddress(address, given);
      return values === undefined ? [] : [{ key: precedenceKey(address), channel, values }];
    }),
  );
  const [first, ...others] = found;
  if (first === undefined) return findOtherVersion(rest, channels, settings, query);
  const { channel, values } = others.reduce(
    (best, each) => (each.key < best.key ? each : best),
    first,
  );
  return { kind: "channel", channel, path: values, query };
}

/**
 * Returns a sort key by which fixed text comes before a parameter: `/rooms/main` before
 * `/rooms/{id}`.
 */
function precedenceKey(address: string): string {
  return address.replaceAll(/\{[^{}]*\}/g, "\uffff");
}

/** Returns the path of the address that a server listens on, in front of the address of a channel. */
export function defaultPath(
  channels: readonly ChannelDescriptor[],
  settings: PathSettings,
): string {
  const [path = ""] = channels.slice(0, 1).flatMap((channel) => channelPaths(channel, settings));
  return path.includes("{") ? "" : path;
}

function channelPaths(
  { serverPaths = [""] }: ChannelDescriptor,
  { versions }: PathSettings,
): readonly string[] {
  if (versions === undefined) return serverPaths;
  return versions.length === 0 ? [""] : versions.map((version) => `/${version}`);
}

function joinPath(path: string, address: string): string {
  if (isRoot(address)) return path === "" ? "/" : path;
  return path + address.replace(/^\/?/, "/");
}

function isRoot(address: string): boolean {
  return address === "" || address === "/";
}

/**
 * Finds the channel of a path with the version of another contract, if the contract has a close
 * code for that.
 */
function findOtherVersion(
  rest: string,
  channels: readonly ChannelDescriptor[],
  settings: PathSettings,
  query: string,
): Target {
  for (const channel of channels) {
    if (settings.versions === undefined && !hasVersionCode(channel)) continue;
    const served = channelPaths(channel, settings).map((path) => /^(.*\/)(v\d{1,9})$/.exec(path));
    const supported = served.flatMap((found) => (found?.[2] === undefined ? [] : [found[2]]));
    for (const found of served) {
      const [, prefix] = found ?? [];
      if (prefix === undefined || !rest.startsWith(prefix)) continue;
      const [, name, tail = ""] = /^(v\d{1,9})(\/.*)?$/.exec(rest.slice(prefix.length)) ?? [];
      const path =
        name === undefined ? undefined : matchAddress(joinPath("", channel.address), tail);
      if (name === undefined || path === undefined) continue;
      return { kind: "channel", channel, path, query, otherVersion: { name, supported } };
    }
  }
  return { kind: "unknown" };
}

function hasVersionCode({ endings }: ChannelDescriptor): boolean {
  return endings?.closes?.some(({ codes }) => codes === PROTOCOL_VERSION) === true;
}
