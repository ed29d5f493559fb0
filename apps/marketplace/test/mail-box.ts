import type { MailMessage, MailTransport } from "@specwright/service/mail";
import { expect } from "vitest";

/** Collects outgoing mail. */
export interface MailBox {
  readonly mail: MailTransport;
  readonly messages: readonly MailMessage[];
  /**
   * Waits for `count` password reset keys and returns them in the order in which they were sent.
   */
  keys(count: number): Promise<readonly string[]>;
  /** Waits for `count` keys that verify an address, in letters to that address. */
  verificationKeys(address: string, count: number): Promise<readonly string[]>;
}

const VERIFICATION = /(?:verification key: |email_verification_key=)([\w-]+)/;

/** Creates a mail box that accepts every mail. */
export function mailBox(): MailBox {
  const messages: MailMessage[] = [];
  const keys = () =>
    messages.flatMap(
      ({ text }) => /(?:reset key: |password_reset_key=)([\w-]+)/.exec(text)?.[1] ?? [],
    );
  return {
    mail: { deliver: async (message) => void messages.push(message) },
    messages,
    async keys(count) {
      await expect.poll(keys).toHaveLength(count);
      return keys();
    },
    async verificationKeys(address, count) {
      const found = () =>
        messages
          .filter(({ to }) => to === address)
          .flatMap(({ text }) => VERIFICATION.exec(text)?.[1] ?? []);
      await expect.poll(found).toHaveLength(count);
      return found();
    },
  };
}
