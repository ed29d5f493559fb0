// Upgrade requests of a client, either correct or deliberately wrong.

import { type OpenSocket, openWebSocket } from "@specwright/streams/client";
import { formatTimestamp, signUpgrade, type UpgradeHeaders } from "@specwright/streams/signing";
import type { Account, ChannelName } from "../stimulus/stimulus.ts";

/** How an upgrade is signed. */
export interface Signing {
  readonly account: Account;
  readonly timeMs?: number;
  /** Changes the signed headers before they are sent. */
  readonly headers?: (signed: UpgradeHeaders, target: string) => Readonly<Record<string, string>>;
}

/** The connection to open. */
export interface OpenOptions extends Partial<Signing> {
  /** The query parameters; an array repeats its parameter. A string is sent unchanged as the query. */
  readonly query?: string | Readonly<Record<string, string | number | bigint | readonly string[]>>;
  /** The request target. Default: made from the channel and the query. */
  readonly target?: string;
}

/** Opens sockets with a signed upgrade. */
export function signedSocket({ account, timeMs, headers }: Signing): OpenSocket {
  return (url, _none, handlers) => {
    const target = url.pathname + url.search;
    const timestamp = formatTimestamp(timeMs ?? Date.now());
    const signed = signUpgrade({ ...account, path: target, timestamp });
    return openWebSocket(url, headers?.(signed, target) ?? { ...signed }, handlers);
  };
}

/** Returns the address of a channel for a stream address. */
export function addressOf(url: string, channel: ChannelName, options: OpenOptions): URL {
  const base = new URL(url).pathname.replace(/\/$/, "");
  return new URL(options.target ?? `${base}/${channel}${queryOf(options)}`, url);
}

function queryOf({ query = {} }: OpenOptions): string {
  if (typeof query === "string") return query;
  const pairs = Object.entries(query).flatMap(([name, value]) => {
    const list = typeof value === "object" ? value : [String(value)];
    return list.map((item) => `${name}=${encodeURIComponent(item)}`);
  });
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
}
