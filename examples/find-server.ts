// The address and keys to connect with: from the STREAMS_* variables, or from the sandbox that runs
// here.

import { readFileSync } from "node:fs";
import type { StreamTransportOptions } from "@specwright/streams/client";

/**
 * Returns the address and the keys.
 *
 * @throws Error if there are no keys.
 */
export function findServer(): Pick<
  StreamTransportOptions,
  "url" | "accessKey" | "secretKey" | "brokerId"
> {
  const { STREAMS_URL, STREAMS_ACCESS_KEY, STREAMS_SECRET_KEY, STREAMS_BROKER_ID } = process.env;
  if (STREAMS_URL && STREAMS_ACCESS_KEY && STREAMS_SECRET_KEY && STREAMS_BROKER_ID) {
    return {
      url: STREAMS_URL,
      accessKey: STREAMS_ACCESS_KEY,
      secretKey: STREAMS_SECRET_KEY,
      brokerId: STREAMS_BROKER_ID,
    };
  }
  const { streams } = JSON.parse(readFileSync(".specwright/sandbox.json", "utf8")) as {
    readonly streams: Readonly<Record<"url" | "access_key" | "secret_key" | "broker_id", string>>;
  };
  return {
    url: streams.url,
    accessKey: streams.access_key,
    secretKey: streams.secret_key,
    brokerId: streams.broker_id,
  };
}
