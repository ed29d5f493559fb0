import { type NatsPeer, transport } from "./nats.ts";
import { callError } from "./nats-error.ts";

/**
 * Connects to NATS and reconnects without limit whenever the connection breaks. `timeoutMs` limits
 * each attempt.
 *
 * @throws LogError `log_unavailable` if no server answers the first attempt.
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
