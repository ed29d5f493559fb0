// Splits the target of a request into base path, version, channel address and query.

import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import type { StreamServerSettings } from "../settings.ts";
import { matchAddress } from "./match-address.ts";

/** Closes a connection that requests a version which the server does not serve. */
const PROTOCOL_VERSION = 4009;

/** The parts of a request target. */
export type Target =
  | {
      readonly kind: "channel";
      readonly channel: ChannelDescriptor;
      readonly path: Readonly<Record<string, string>>;
      /** The query as the client sent it, without the question mark. */
      readonly query: string;
      /** Set if the server does not serve the version in the path. */
      readonly otherVersion?: { readonly name: string; readonly supported: readonly string[] };
    }
  | { readonly kind: "unknown" };

/** The settings that define the paths of channels. */
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
 * Returns a sort key. Addresses with fixed text come before addresses with a parameter, such as
 * `/rooms/main` before `/rooms/{id}`.
 */
function precedenceKey(address: string): string {
  return address.replaceAll(/\{[^{}]*\}/g, "\uffff");
}

/** Returns the path that precedes the address of a channel in the URL for clients. */
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
 * Finds the channel for a path with a version that is not served. Only for contracts with a close code for
 * this case.
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
