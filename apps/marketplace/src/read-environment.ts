import { join, resolve } from "node:path";
import { mailFolder } from "./mail/mail-folder.ts";
import { MarketplaceError } from "./marketplace-error.ts";
import type { MarketplaceOptions } from "./marketplace-options.ts";
import { readSettings } from "./read-settings.ts";
import type { MarketplaceSeed } from "./seed-marketplace.ts";

/** Is what the environment says about a process of the service. */
export interface MarketplaceEnvironment {
  readonly host: string;
  /** 0 for any free one. */
  readonly port: number;
  readonly options: MarketplaceOptions;
  readonly seed: MarketplaceSeed;
}

/**
 * Reads `MARKETPLACE_HOST` (127.0.0.1), `MARKETPLACE_PORT` (0), `MARKETPLACE_DATA` (a folder for
 * the database and, in `mail`, the mail; `data/marketplace`), `MARKETPLACE_ADMIN_EMAIL`
 * (admin@localhost), `MARKETPLACE_MAIL_FROM` (marketplace@localhost) and `MARKETPLACE_SETTINGS`
 * (a JSON file). Throws `MarketplaceError`.
 */
export function readEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
): MarketplaceEnvironment {
  const data = resolve(environment["MARKETPLACE_DATA"] ?? "data/marketplace");
  const settingsFile = environment["MARKETPLACE_SETTINGS"];
  const settings = settingsFile === undefined ? undefined : readSettings(settingsFile);
  return {
    host: environment["MARKETPLACE_HOST"] ?? "127.0.0.1",
    port: readPort(environment["MARKETPLACE_PORT"] ?? "0"),
    options: {
      ...settings?.options,
      databaseFile: join(data, "marketplace.db"),
      mail: mailFolder(join(data, "mail")),
      adminEmail: environment["MARKETPLACE_ADMIN_EMAIL"] ?? "admin@localhost",
      mailFrom: environment["MARKETPLACE_MAIL_FROM"] ?? "marketplace@localhost",
    },
    seed: settings?.seed ?? {},
  };
}

function readPort(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new MarketplaceError("invalid_option", `MARKETPLACE_PORT is no port: ${text}`);
}
