import type { FanOutKind } from "./fan-out.ts";
import { startNats } from "./nats-under-test.ts";
import { type ServerUnderTest, startNodeServer } from "./server-under-test.ts";

/** Starts a server. Resolves with undefined if its program is not installed. */
export async function startServer(
  kind: FanOutKind,
  folder: string,
): Promise<ServerUnderTest | undefined> {
  return kind === "NATS" ? startNats() : startNodeServer(kind, folder);
}
