import { randomBytes } from "node:crypto";
import type { Clock } from "@specwright/runtime";

/** The tickets of a relay; each admits one connection. */
export interface Tickets {
  /** Issues a ticket: 32 hex characters, from a secure random source. */
  issue(): string;
  /** Redeems a ticket, which can be used once. Returns whether the ticket was valid. */
  use(ticket: string): boolean;
}

/** Creates the tickets of a relay. Each is valid for `ticketMs` milliseconds. */
export function createTickets(clock: Clock, ticketMs: number): Tickets {
  // The map is in the order of issue. The oldest ticket, which expires first, is at the front.
  const expiries = new Map<string, number>();
  return {
    issue() {
      const now = clock.elapsed();
      for (const [old, expiryMs] of expiries) {
        if (expiryMs > now) break;
        expiries.delete(old);
      }
      const ticket = randomBytes(16).toString("hex");
      expiries.set(ticket, now + ticketMs);
      return ticket;
    },
    use(ticket) {
      const expiryMs = expiries.get(ticket);
      expiries.delete(ticket);
      return expiryMs !== undefined && expiryMs > clock.elapsed();
    },
  };
}
