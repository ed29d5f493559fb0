import { onlyRow, readInteger } from "./read-row.ts";
import { forUpdateSkipLocked, type SqlClient } from "./sql-client.ts";

/** The state of an id's current window: the number of attempts, including this one, and the time left. */
export interface TakenInWindow {
  readonly count: number;
  /** The time until the window ends, in milliseconds. */
  readonly resetMs: number;
}

/** Counts attempts in windows that all processes of a service share. */
export interface RateWindowRepository {
  /** Counts an attempt. `now` and `windowMs` are in milliseconds. */
  take(id: string, now: number, windowMs: number): Promise<TakenInWindow>;
  /** Subtracts one attempt of an id. */
  refund(id: string): Promise<void>;
  /** Clears the attempts of an id. */
  reset(id: string): Promise<void>;
}

/** The maximum number of expired windows that are removed when a new window begins. */
const SWEPT = 100;

/** Stores the windows in the table `rate_windows`. The migrations of a service create the table. */
export function sqlRateWindows(client: SqlClient): RateWindowRepository {
  return {
    async take(id, now, windowMs) {
      const rows = await client.query(
        `INSERT INTO rate_windows (id, count, ends_at) VALUES ($1, 1, $3)
         ON CONFLICT (id) DO UPDATE SET
           count = CASE WHEN rate_windows.ends_at <= $2 THEN 1 ELSE rate_windows.count + 1 END,
           ends_at = CASE WHEN rate_windows.ends_at <= $2 THEN $3 ELSE rate_windows.ends_at END
         RETURNING count, ends_at`,
        [id, now, now + windowMs],
      );
      const row = onlyRow(rows);
      const count = readInteger(row, "count");
      if (count === 1) await deleteEnded(now);
      return { count, resetMs: readInteger(row, "ends_at") - now };
    },
    async refund(id) {
      const query = "UPDATE rate_windows SET count = count - 1 WHERE id = $1 AND count > 0";
      await client.query(query, [id]);
    },
    async reset(id) {
      await client.query("DELETE FROM rate_windows WHERE id = $1", [id]);
    },
  };

  async function deleteEnded(now: number): Promise<void> {
    await client.query(
      `DELETE FROM rate_windows WHERE id IN (
         SELECT id FROM rate_windows WHERE ends_at <= $1 LIMIT ${SWEPT}
         ${forUpdateSkipLocked(client)}
       )`,
      [now],
    );
  }
}
