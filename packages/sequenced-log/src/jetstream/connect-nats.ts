import { type NatsPeer, transport } from "./nats.ts";
import { callError } from "./nats-error.ts";

/**
 * Connects to NATS, and again whenever the connection breaks, for ever. `timeoutMs` is how long the
 * server may take to answer. Rejects with `LogError` `log_unavailable` when none does.
 */
export async function connectNats(
  servers: string | readonly string[] | undefined,
  timeoutMs: number = 5_000,
): Promise<NatsPeer> {
  try {
    const list = servers === undefined || typeof servers === "string" ? servers : [...servers];
    return await transport.connect({
      ...(list !== undefined && { servers: list }),
      timeout: timeoutMs,
      maxReconnectAttempts: -1,
      reconnectTimeWait: 250,
      reconnectJitter: 250,
      name: "specwright sequenced-log",
    });
  } catch (error) {
    throw callError(error);
  }
}
