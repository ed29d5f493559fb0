import { LogError } from "@specwright/streams/log";
import type { StreamLogger } from "@specwright/streams/server";
import { openLog } from "./open-log.ts";
import type { StreamsEnvironment } from "./read-environment.ts";

/**
 * The interval at which a standby checks whether the other publisher still runs, in milliseconds.
 */
const LOOK_MS = 500;

/**
 * Waits while another process publishes to the log. Returns false if `stopped` resolves first.
 *
 * @throws LogError if the log cannot be opened for a different reason.
 */
export async function awaitTurn(
  environment: StreamsEnvironment,
  logger: StreamLogger,
  stopped: Promise<void>,
): Promise<boolean> {
  const isStopped = stopped.then(() => true);
  for (let isFirst = true; ; isFirst = false) {
    try {
      const log = await openLog(environment, () => {});
      await log.close();
      if (!isFirst) logger({ level: "warn", event: "taking_over" });
      return true;
    } catch (error) {
      if (!isTaken(error)) throw error;
      // Waiting is not a failure, so the message must not contain an error code.
      const message = error.message.slice(`${error.code}: `.length);
      if (isFirst) logger({ level: "info", event: "standing_by", message });
    }
    const look = new Promise<false>((resolve) => setTimeout(resolve, LOOK_MS, false));
    if (await Promise.race([isStopped, look])) return false;
  }
}

function isTaken(error: unknown): error is LogError {
  return error instanceof LogError && /^(writer_fenced|log_locked)$/.test(error.code);
}
