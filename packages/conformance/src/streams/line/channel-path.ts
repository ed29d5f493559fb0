import type { ChannelName } from "../stimulus/stimulus.ts";
import type { OpenOptions } from "./line-opener.ts";

/** Returns the path of a channel with the query of an upgrade. */
export function channelPath(channel: ChannelName, { query = {} }: OpenOptions): string {
  if (typeof query === "string") return `/${channel}${query}`;
  const pairs = Object.entries(query).flatMap(([name, value]) => {
    const list = typeof value === "object" ? value : [String(value)];
    return list.map((item) => `${name}=${encodeURIComponent(item)}`);
  });
  return `/${channel}${pairs.length === 0 ? "" : `?${pairs.join("&")}`}`;
}
