// Where a request target leads: base path, version segment, channel address, query.

import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import type { StreamServerSettings } from "../settings.ts";
import { matchAddress } from "./match-address.ts";

/** The parts of a request target. */
export type Target =
  | {
      readonly kind: "channel";
      readonly channel: ChannelDescriptor;
      readonly path: Readonly<Record<string, string>>;
      /** As sent, without the question mark. */
      readonly query: string;
      /** Set if the path names an unsupported version. */
      readonly otherVersion?: string;
    }
  | { readonly kind: "unknown" };

/** Parses a request target as received. */
export function readTarget(
  target: string,
  channels: readonly ChannelDescriptor[],
  settings: Pick<StreamServerSettings, "basePath" | "versions">,
): Target {
  const mark = target.indexOf("?");
  const full = mark === -1 ? target : target.slice(0, mark);
  const query = mark === -1 ? "" : target.slice(mark + 1);
  if (!full.startsWith(settings.basePath)) return { kind: "unknown" };
  const rest = full.slice(settings.basePath.length);

  const [, version, tail] = /^\/(v\d{1,9})(\/.*)$/.exec(rest) ?? [];
  const versioned = settings.versions.length > 0;
  const address = versioned ? tail : rest;
  if (address === undefined) return { kind: "unknown" };

  for (const channel of channels) {
    const path = matchAddress(channel.address, address);
    if (path === undefined) continue;
    const found = { kind: "channel", channel, path, query } as const;
    if (!versioned || version === undefined || settings.versions.includes(version)) return found;
    return { ...found, otherVersion: version };
  }
  return { kind: "unknown" };
}
