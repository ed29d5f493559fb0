import { type Clock, type Logger, UnavailableError } from "@specwright/runtime";

/** A message in an outbox, which is sent after the transaction that added it. */
export interface OutboxMessage {
  readonly id: number;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  /** The number of attempts, including the current one. */
  readonly attempts: number;
}

/** The outbox operations of a worker in a transaction. */
export interface Outbox<Message extends OutboxMessage> {
  /**
   * Claims the message that has been due longest. No other worker can claim it before `until`. It
   * is due again at `until`, in case this worker has ended by then.
   */
  claim(now: number, until: number): Promise<Message | undefined>;
  /** Removes a message that was sent. */
  remove(message: Message): Promise<void>;
  /** Returns a message that could not be sent now. It is due again at `dueAt`. */
  retryAt(message: Message, dueAt: number, now: number): Promise<void>;
  /** Returns a message that was not tried, because the storage was unavailable. */
  release(message: Message, now: number): Promise<void>;
  /** Gives up a message that could not be sent for too long. */
  giveUp(message: Message, now: number): Promise<void>;
}

/** Options for `startOutboxWorker`. */
export interface OutboxWorkerOptions<Message extends OutboxMessage> {
  /** The name of a message in log entries, such as `mail`. */
  readonly name: string;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Runs a transaction on the outbox. Rejects with `UnavailableError` during an outage. */
  readonly transaction: <T>(work: (outbox: Outbox<Message>) => Promise<T>) => Promise<T>;
  /** Returns the time when the next message is due, in milliseconds since the epoch. */
  readonly nextDueAt: () => Promise<number | undefined>;
  /**
   * Sends a message. A rejection causes a retry. Resolves with false if the message has no
   * recipient any more and was removed.
   */
  readonly send: (message: Message) => Promise<boolean>;
  /**
   * How long this worker's claim of a message is valid, in milliseconds. Sending a message may take
   * half of this time.
   */
  readonly claimMs: number;
  /** Whether due messages are tried once more when the worker is closed. */
  readonly sendsAtClose: boolean;
}

/** Sends the messages of an outbox, one at a time. */
export interface OutboxWorker {
  /**
   * Checks the outbox now, because a message was added. The worker also finds messages of a process
   * that ended before it sent them, within the time of a claim.
   */
  wake(): void;
  /** Stops. Resolves when no work is pending. */
  close(): Promise<void>;
}

const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 3_600_000;
/** The time after which a message is given up, in milliseconds. */
export const GIVE_UP_MS: number = 3 * 24 * 3_600_000;

/**
 * Starts a worker of an outbox. A message that cannot be sent is retried for three days at
 * increasing intervals. A message may be sent more than once: a worker may end after it has sent
 * the message, and before it has recorded that.
 */
export function startOutboxWorker<Message extends OutboxMessage>(
  options: OutboxWorkerOptions<Message>,
): OutboxWorker {
  const { name, clock, logger, transaction, claimMs } = options;
  let cancelTimer: () => void = () => {};
  let pass: Promise<void> | undefined;
  let isAskedAgain = false;
  let isClosed = false;
  /**
   * The results of claimed messages that are not stored yet, because the storage may be unavailable
   * when a message was sent.
   */
  const outcomes: ((outbox: Outbox<Message>) => Promise<void>)[] = [];

  async function storeOutcomes(): Promise<void> {
    for (const outcome of [...outcomes]) {
      try {
        await transaction(outcome);
      } catch (error) {
        if (error instanceof UnavailableError) throw error;
        // The outcome would fail again, so it is dropped. The message is due again after its claim.
        logger.error({ err: error }, `${name} not settled`);
      }
      outcomes.shift();
    }
  }

  async function sendClaimed(claimed: Message): Promise<void> {
    const { id, createdAt, attempts } = claimed;
    try {
      const isSent = await withinTime(clock, claimMs / 2, options.send(claimed));
      if (!isSent) return;
    } catch (error) {
      if (error instanceof UnavailableError) {
        // An error of the storage does not count as an attempt to send the message.
        outcomes.push((outbox) => outbox.release(claimed, clock.now()));
        throw error;
      }
      if (clock.now() - createdAt > GIVE_UP_MS) {
        logger.error({ err: error, [name]: id, attempts }, `${name} given up`);
        outcomes.push((outbox) => outbox.giveUp(claimed, clock.now()));
        return;
      }
      const delayMs = Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), LONGEST_RETRY_MS);
      const now = clock.now();
      // A failed attempt is logged in one line, with its cause. The stack is logged only when the
      // message is given up.
      const reason = error instanceof Error ? error.message : String(error);
      logger.warn({ reason, [name]: id, attempts, delayMs }, `${name} not sent`);
      outcomes.push((outbox) => outbox.retryAt(claimed, now + delayMs, now));
      return;
    }
    outcomes.push((outbox) => outbox.remove(claimed));
    logger.info({ [name]: id, attempts }, `${name} sent`);
  }

  async function sendDue(): Promise<void> {
    for (;;) {
      await storeOutcomes();
      if (isClosed && !options.sendsAtClose) return;
      const message = await transaction((outbox) =>
        outbox.claim(clock.now(), clock.now() + claimMs),
      );
      if (message === undefined) return;
      await sendClaimed(message);
    }
  }

  async function sendAllDue(): Promise<void> {
    cancelTimer();
    let nextMs = claimMs;
    try {
      do {
        isAskedAgain = false;
        await sendDue();
      } while (isAskedAgain);
      const dueAt = await options.nextDueAt();
      // Other processes may add messages and end before they announce them.
      if (dueAt !== undefined) nextMs = Math.min(claimMs, Math.max(0, dueAt - clock.now()));
    } catch (error) {
      // The message is still in the outbox, because only the storage has failed. An outage has
      // already been logged.
      if (!(error instanceof UnavailableError)) logger.error({ err: error }, "outbox not read");
      nextMs = FIRST_RETRY_MS;
    }
    if (!isClosed) cancelTimer = clock.setTimer(nextMs, wake);
  }

  function wake(): void {
    if (isClosed) return;
    isAskedAgain = true;
    pass ??= sendAllDue().finally(() => {
      pass = undefined;
      // `wake` was called after the last check.
      if (isAskedAgain) wake();
    });
  }

  wake();
  return {
    wake,
    async close() {
      if (isClosed) return;
      isClosed = true;
      isAskedAgain = false;
      cancelTimer();
      await pass;
      await sendAllDue();
    },
  };
}

/** Rejects if sending takes too long, because another worker may then claim the message. */
async function withinTime<T>(clock: Clock, ms: number, sending: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const cancel = clock.setTimer(ms, () => late.reject(new Error("the delivery timed out")));
  try {
    return await Promise.race([sending, late.promise]);
  } finally {
    cancel();
  }
}
