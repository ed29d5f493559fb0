import { open, rename } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder } from "@specwright/service/operator";
import { formatMessage } from "./format-message.ts";
import type { MailTransport } from "./mail-transport.ts";

/**
 * Delivers mail to a folder. Each mail becomes an `.eml` file with the name of its Message-ID, so that a
 * repeated mail replaces its file. A file is never incomplete.
 */
export function mailFolder(folder: string): MailTransport {
  return {
    async deliver(message) {
      const name = message.messageId.replace(/@.*$/s, "").replaceAll(/[^A-Za-z0-9-]/g, "_");
      const draft = join(folder, `.${name}.part`);
      makeFolder(folder);
      const file = await open(draft, "w", 0o600);
      try {
        await file.writeFile(formatMessage(message));
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(draft, join(folder, `${name}.eml`));
    },
  };
}
