import type { Clock } from "@specwright/runtime";
import type { ExchangeLine } from "../../exchange-line.ts";
import type { BinanceMisbehaviour } from "./misbehaviours.ts";

const PING_MS = 20_000;
const PONG_WITHIN_MS = 60_000;

/** Shared by both kinds of connections. */
export interface KeptAlive {
  /** Takes a pong of the client. */
  pong(payload: string): void;
  /** Ends the connection as after its longest life. */
  age(): void;
}

/**
 * Pings every 20 seconds, ends a connection that does not answer within a minute, and ends every
 * one after `lifeMs`, `noticeMs` after `sendShutdown` was called.
 */
export function keepAlive(
  line: ExchangeLine,
  options: {
    readonly clock: Clock;
    readonly lifeMs: number;
    readonly noticeMs: number;
    readonly faults: ReadonlySet<BinanceMisbehaviour>;
    readonly sendShutdown: () => void;
  },
): KeptAlive {
  const { clock, lifeMs, noticeMs, faults, sendShutdown } = options;
  const unanswered = new Map<string, () => void>();

  function ping(): void {
    if (faults.has("no-heartbeat")) return;
    const payload = String(clock.now());
    line.ping(payload);
    const cancel = line.after(PONG_WITHIN_MS, () => {
      if (!faults.has("ignores-missing-pong")) line.close(1008, "Pong timeout");
    });
    unanswered.get(payload)?.();
    unanswered.set(payload, cancel);
  }

  function age(): void {
    if (!faults.has("no-shutdown-notice")) sendShutdown();
    line.after(noticeMs, () => line.close(1001, "Connection lifetime reached"));
  }

  line.every(PING_MS, ping);
  line.after(Math.max(0, lifeMs - noticeMs), age);
  return {
    age,
    pong(payload) {
      // An unsolicited pong does not count, but one for a later ping does for those before.
      if (!unanswered.has(payload)) return;
      for (const [sent, cancel] of unanswered) {
        cancel();
        unanswered.delete(sent);
        if (sent === payload) return;
      }
    },
  };
}
