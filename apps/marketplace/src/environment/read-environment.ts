import { join, resolve } from "node:path";
import type { DatabaseLocation } from "@specwright/service/database";
import {
  isMailAddress,
  mailFolder,
  mailSenderVariable,
  smtpTransport,
  smtpUrlVariable,
} from "@specwright/service/mail";
import {
  folderFault,
  integerIn,
  originList,
  postgresUrl,
  publicUrl,
  textThat,
  trustedProxies,
  type Variables,
  variableReader,
} from "@specwright/service/operator";
import { fileFolder } from "../files/file-folder.ts";
import { s3Files } from "../files/s3-files.ts";
import { readS3Url } from "../files/s3-location.ts";
import { type MailTemplates, readMailTemplates } from "../mail/mail-templates.ts";
import { isPageUrl } from "../mailed-keys/page-link.ts";
import { MarketplaceError } from "../marketplace-error.ts";
import type { MarketplaceOptions } from "../marketplace-options.ts";
import type { MarketplaceSeed } from "../seed-marketplace.ts";
import { type MarketplaceSettings, readSettings } from "./read-settings.ts";

/** The settings of a service process from the environment. */
export interface MarketplaceEnvironment {
  readonly host: string;
  /** 0 selects a free port. */
  readonly port: number;
  readonly operationsHost: string;
  /**
   * The port of the health checks and metrics; 0 selects a free port. If undefined, they are not
   * served.
   */
  readonly operationsPort: number | undefined;
  /**
   * How long the service still accepts requests after SIGTERM, while `/readyz` returns 503, in
   * milliseconds.
   */
  readonly lameDuckMs: number;
  /**
   * The folder for the database, the images and the mail. Undefined if none of these needs a
   * folder.
   */
  readonly data: string | undefined;
  readonly options: MarketplaceOptions;
  readonly seed: MarketplaceSeed;
}

const PAGE = "an https:// or http:// URL, optionally with {key} and {username}";

/**
 * Reads the variables listed in `docs/operating-marketplace.md`.
 *
 * @throws MarketplaceError `invalid_option`, which names every invalid variable with the reason.
 */
export function readEnvironment(variables: Variables): MarketplaceEnvironment {
  const { read, faults } = variableReader(variables);
  const isName = (text: string): boolean => !/\s/.test(text);
  const host = read(textThat("MARKETPLACE_HOST", "a host name or address", isName));
  const port = read(integerIn("MARKETPLACE_PORT", 0, 65_535));
  const operationsHost = read(
    textThat("MARKETPLACE_OPERATIONS_HOST", "a host name or address", isName),
  );
  const operationsPort = read(integerIn("MARKETPLACE_OPERATIONS_PORT", 0, 65_535));
  const lameDuckSeconds = read(integerIn("MARKETPLACE_LAME_DUCK_SECONDS", 0, 3600));
  const data = resolve(
    read(textThat("MARKETPLACE_DATA", "a folder", () => true)) ?? "data/marketplace",
  );
  const url = read(postgresUrl("DATABASE_URL"));
  const connections = read(integerIn("MARKETPLACE_DATABASE_CONNECTIONS", 1, 1000));
  const databaseSeconds = read(integerIn("MARKETPLACE_DATABASE_TIMEOUT_SECONDS", 1, 3600));
  const filesAt = read({
    name: "MARKETPLACE_FILES_URL",
    want: "an s3:// URL with key, secret, host and bucket",
    parse: readS3Url,
    isSecret: true,
  });
  const unusedFilesHours = read(integerIn("MARKETPLACE_UNUSED_FILES_HOURS", 0, 87_600));
  const apiUrl = read(publicUrl("MARKETPLACE_PUBLIC_URL"));
  const adminEmail = read(textThat("MARKETPLACE_ADMIN_EMAIL", "one mail address", isMailAddress));
  const mailFrom = read(mailSenderVariable("MARKETPLACE_MAIL_FROM"));
  const smtpUrl = read(smtpUrlVariable("MARKETPLACE_SMTP_URL"));
  const claimSeconds = read(integerIn("MARKETPLACE_MAIL_CLAIM_SECONDS", 1, 86_400));
  const passwordResetPage = read(textThat("MARKETPLACE_RESET_PAGE", PAGE, isPageUrl));
  const emailVerificationPage = read(textThat("MARKETPLACE_VERIFICATION_PAGE", PAGE, isPageUrl));
  const trustProxy = read(trustedProxies("MARKETPLACE_TRUSTED_PROXIES"));
  const allowedOrigins = read(originList("MARKETPLACE_ORIGINS"));
  const rateLimits = read(textThat("MARKETPLACE_RATE_LIMITS", "on or off", isSwitch));
  const moderationPage = read(textThat("MARKETPLACE_MODERATION_PAGE", "on or off", isSwitch));
  const settings = read(settingsFile);
  const mails = read(mailTemplateFolder);
  const found = [settings, mails].flatMap((file) => file?.faults ?? []);
  const wrong = [...faults("MARKETPLACE_"), ...found];
  if (wrong.length > 0) throw new MarketplaceError("invalid_option", wrong.join("; "));
  return {
    host: host ?? "127.0.0.1",
    port: port ?? 0,
    operationsHost: operationsHost ?? "127.0.0.1",
    operationsPort,
    lameDuckMs: 1000 * (lameDuckSeconds ?? 5),
    data: [url, filesAt, smtpUrl].includes(undefined) ? data : undefined,
    options: {
      ...settings?.options,
      database: databaseAt(url, { connections, seconds: databaseSeconds, data }),
      files: filesAt === undefined ? fileFolder(join(data, "files")) : s3Files(filesAt),
      ...(apiUrl === undefined ? {} : { publicUrl: apiUrl }),
      unusedFilesMs: 3_600_000 * (unusedFilesHours ?? 24),
      mail: smtpUrl === undefined ? mailFolder(join(data, "mail")) : smtpTransport(smtpUrl),
      adminEmail: adminEmail ?? "admin@localhost",
      mailFrom: mailFrom ?? "marketplace@localhost",
      ...(mails?.templates === undefined ? {} : { mailTemplates: mails.templates }),
      mailClaimMs: 1000 * (claimSeconds ?? 120),
      ...(passwordResetPage === undefined ? {} : { passwordResetPage }),
      ...(emailVerificationPage === undefined ? {} : { emailVerificationPage }),
      ...(trustProxy === undefined ? {} : { trustProxy }),
      ...(allowedOrigins === undefined ? {} : { allowedOrigins }),
      ...(rateLimits === "off" ? { rateLimits } : {}),
      moderationPage: moderationPage !== "off",
    },
    seed: settings?.seed ?? {},
  };
}

/**
 * Reads the variables for a command that uses the database, and creates the folder of the database.
 *
 * @throws MarketplaceError `invalid_option`
 */
export function prepareEnvironment(variables: Variables): MarketplaceEnvironment {
  const environment = readEnvironment(variables);
  const { data } = environment;
  const fault = data === undefined ? undefined : folderFault("MARKETPLACE_DATA", data);
  if (fault !== undefined) throw new MarketplaceError("invalid_option", fault);
  return environment;
}

/**
 * Reads the settings file together with the variables, so that the errors of both are reported
 * together.
 */
const settingsFile = {
  name: "MARKETPLACE_SETTINGS",
  want: "the path of a settings file",
  parse(file: string): Partial<MarketplaceSettings> & { readonly faults?: readonly string[] } {
    return readOrFaults("MARKETPLACE_SETTINGS", () => readSettings(file));
  },
} as const;

const mailTemplateFolder = {
  name: "MARKETPLACE_MAIL_TEMPLATES",
  want: "the path of a folder with templates",
  parse(folder: string): {
    readonly templates?: MailTemplates;
    readonly faults?: readonly string[];
  } {
    return readOrFaults("MARKETPLACE_MAIL_TEMPLATES", () => ({
      templates: readMailTemplates(folder),
    }));
  },
} as const;

function readOrFaults<T>(name: string, read: () => T): T | { readonly faults: readonly string[] } {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof MarketplaceError)) throw error;
    return { faults: [`${name}: ${error.message.replace(`${error.code}: `, "")}`] };
  }
}

function databaseAt(
  url: string | undefined,
  {
    connections,
    seconds,
    data,
  }: {
    readonly connections: number | undefined;
    readonly seconds: number | undefined;
    readonly data: string;
  },
): DatabaseLocation {
  if (url === undefined) return { engine: "sqlite", file: join(data, "marketplace.db") };
  return {
    engine: "postgres",
    url,
    ...(connections === undefined ? {} : { connections }),
    ...(seconds === undefined ? {} : { timeoutMs: 1000 * seconds }),
  };
}

function isSwitch(text: string): boolean {
  return text === "on" || text === "off";
}
