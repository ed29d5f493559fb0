import { UnavailableError } from "@specwright/runtime";
import { GIVE_UP_MS } from "@specwright/service/outbox";
import type { Services } from "../services.ts";

/** How long an address is kept without a confirmation. */
export const UNCONFIRMED_DAYS = 3;
export const UNCONFIRMED_MS: number = UNCONFIRMED_DAYS * 24 * 3_600_000;

const INTERVAL_MS = 3_600_000;
/** The age at which a mail has no attempts left, in milliseconds. */
const OUTDATED_MS = GIVE_UP_MS + 24 * 3_600_000;

/**
 * Removes unconfirmed addresses, now and every hour. Also removes old mails that were never sent
 * because the service has no mail server.
 */
export function startExpiry({
  storage,
  clock,
  logger,
}: Pick<Services, "storage" | "clock" | "logger">): { close(): Promise<void> } {
  let cancel: () => void = () => {};
  let isClosed = false;
  let pass: Promise<void>;

  async function removeExpired(): Promise<void> {
    try {
      const now = clock.now();
      const removed = await storage.transaction(async ({ subscribers }) => ({
        unconfirmed: await subscribers.removeUnconfirmed(now - UNCONFIRMED_MS),
        outdated: await subscribers.removeOutdated(now - OUTDATED_MS),
      }));
      if (removed.unconfirmed + removed.outdated > 0) logger.info(removed, "subscribers expired");
    } catch (error) {
      // An outage has already been logged.
      if (!(error instanceof UnavailableError)) {
        logger.error({ err: error }, "subscribers not expired");
      }
    }
    if (!isClosed) cancel = clock.setTimer(INTERVAL_MS, startPass);
  }

  function startPass(): void {
    pass = removeExpired();
  }

  pass = removeExpired();
  return {
    async close() {
      isClosed = true;
      cancel();
      await pass;
    },
  };
}
