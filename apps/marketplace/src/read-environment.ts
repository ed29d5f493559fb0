import { join, resolve } from "node:path";
import { mailFolder } from "./mail/mail-folder.ts";
import { MarketplaceError } from "./marketplace-error.ts";
import type { MarketplaceOptions } from "./marketplace-options.ts";
import { readSettings } from "./read-settings.ts";
import type { MarketplaceSeed } from "./seed-marketplace.ts";
import type { DatabaseLocation } from "./storage/open-storage.ts";

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
 * the database and, in `mail`, the mail; `data/marketplace`), `DATABASE_URL` (a PostgreSQL database
 * instead of the one in the folder), `MARKETPLACE_ADMIN_EMAIL`
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
      database: readDatabase(environment["DATABASE_URL"], data),
      mail: mailFolder(join(data, "mail")),
      adminEmail: environment["MARKETPLACE_ADMIN_EMAIL"] ?? "admin@localhost",
      mailClaimMs: 1000 * readSeconds(environment, "MARKETPLACE_MAIL_CLAIM_SECONDS", 120),
      mailFrom: environment["MARKETPLACE_MAIL_FROM"] ?? "marketplace@localhost",
    },
    seed: settings?.seed ?? {},
  };
}

function readDatabase(url: string | undefined, data: string): DatabaseLocation {
  if (url === undefined) return { engine: "sqlite", file: join(data, "marketplace.db") };
  if (URL.parse(url)?.protocol.match(/^postgres(ql)?:$/)) return { engine: "postgres", url };
  throw new MarketplaceError("invalid_option", "DATABASE_URL is no postgres:// URL");
}

function readSeconds(
  environment: Readonly<Record<string, string | undefined>>,
  name: string,
  preset: number,
): number {
  const text = environment[name] ?? `${preset}`;
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new MarketplaceError("invalid_option", `${name} is no number of seconds: ${text}`);
}

function readPort(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new MarketplaceError("invalid_option", `MARKETPLACE_PORT is no port: ${text}`);
}
