import { hash, verify } from "@node-rs/argon2";
import { type WorkQueueOptions, workQueue } from "../work-queue.ts";
import type { RandomBytes } from "./session-token.ts";

/** Options for `createPasswords`. */
export interface PasswordOptions extends WorkQueueOptions {
  /** The memory of one hash in KiB. Default 19,456. */
  readonly memoryKib?: number;
  /** How many times a hash passes over this memory. Default 2. */
  readonly passes?: number;
}

/**
 * Hashes passwords with Argon2id.
 *
 * @throws ProblemError 429 if too many passwords wait to be hashed.
 */
export interface Passwords {
  hash(password: string): Promise<string>;
  /** Verifies a password. Without a hash, returns false after the same time as with a hash. */
  verify(passwordHash: string | undefined, password: string): Promise<boolean>;
}

/**
 * Creates the password hasher. A password is hashed with its leading and trailing spaces. Only its
 * Unicode form is normalized to NFC, because keyboards compose the same characters differently.
 */
export async function createPasswords(
  random: RandomBytes,
  options: PasswordOptions = {},
): Promise<Passwords> {
  const { memoryKib = 19_456, passes = 2, ...queueOptions } = options;
  const cost = { memoryCost: memoryKib, timeCost: passes, parallelism: 1 };
  const queue = workQueue(queueOptions);
  const nobodys = await hash(random(32), { ...cost, salt: random(16) });
  return {
    async hash(password) {
      return await queue(() => hash(password.normalize("NFC"), { ...cost, salt: random(16) }));
    },
    async verify(passwordHash, password) {
      const isRight = await queue(() => verify(passwordHash ?? nobodys, password.normalize("NFC")));
      return isRight && passwordHash !== undefined;
    },
  };
}
