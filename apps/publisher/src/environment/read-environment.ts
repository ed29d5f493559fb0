import { dirname, join, resolve } from "node:path";
import type { DatabaseLocation } from "@specwright/service/database";
import { mailSenderVariable, smtpUrlVariable } from "@specwright/service/mail";
import {
  folderFault,
  integerIn,
  postgresUrl,
  publicUrl,
  textThat,
  trustedProxies,
  type Variables,
  variableReader,
} from "@specwright/service/operator";
import { publicUrlFault } from "../mail/mail-options.ts";
import { PublisherError } from "../publisher-error.ts";
import type { PublisherOptions } from "../publisher-options.ts";

/** The settings of a service process from the environment. */
export interface PublisherEnvironment {
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
  /** The folder of mail templates. It is set even if the service does not send mail. */
  readonly mailTemplates: string | undefined;
  readonly options: PublisherOptions;
}

/**
 * Reads the variables listed in `docs/operating-publisher.md`.
 *
 * @throws PublisherError `invalid_option`, which names every invalid variable with the reason.
 */
export function readEnvironment(variables: Variables): PublisherEnvironment {
  const { read, faults } = variableReader(variables);
  const isName = (text: string): boolean => !/\s/.test(text);
  const hostAt = (name: string) => read(textThat(name, "a host name or address", isName));
  const host = hostAt("PUBLISHER_HOST");
  const port = read(integerIn("PUBLISHER_PORT", 0, 65_535));
  const operationsHost = hostAt("PUBLISHER_OPERATIONS_HOST");
  const operationsPort = read(integerIn("PUBLISHER_OPERATIONS_PORT", 0, 65_535));
  const lameDuckSeconds = read(integerIn("PUBLISHER_LAME_DUCK_SECONDS", 0, 3600));
  const data = resolve(
    read(textThat("PUBLISHER_DATA", "a folder", () => true)) ?? "data/publisher",
  );
  const url = read(postgresUrl("DATABASE_URL"));
  const connections = read(integerIn("PUBLISHER_DATABASE_CONNECTIONS", 1, 1000));
  const databaseSeconds = read(integerIn("PUBLISHER_DATABASE_TIMEOUT_SECONDS", 1, 3600));
  const title = read(textThat("PUBLISHER_TITLE", "a title", (text) => text.trim() !== ""));
  const pagesUrl = read(publicUrl("PUBLISHER_PUBLIC_URL", { without: "/v1" }));
  const authority = read(
    textThat("PUBLISHER_AUTHORITY", "a domain and a date such as example.com,2026", isAuthority),
  );
  const trustProxy = read(trustedProxies("PUBLISHER_TRUSTED_PROXIES"));
  const consoles = read(textThat("PUBLISHER_CONSOLES", "a file", () => true));
  const brand = read(textThat("PUBLISHER_BRAND", "a file", () => true));
  const concurrency = read(integerIn("PUBLISHER_CONCURRENCY", 1, 64));
  const waitingPerToken = read(integerIn("PUBLISHER_WAITING_PER_TOKEN", 1, 1_000_000));
  const leaseSeconds = read(integerIn("PUBLISHER_LEASE_SECONDS", 1, 3600));
  const cpuSeconds = read(integerIn("PUBLISHER_PROCESS_SECONDS", 1, 3600));
  const heapMb = read(integerIn("PUBLISHER_PROCESS_MEGABYTES", 128, 65_536));
  const cacheMb = read(integerIn("PUBLISHER_CACHE_MEGABYTES", 0, 65_536));
  const rateLimits = read(
    textThat("PUBLISHER_RATE_LIMITS", "on or off", (text) => text === "on" || text === "off"),
  );
  const webhookTargets = read(
    textThat("PUBLISHER_WEBHOOK_TARGETS", "public or any", (text) => /^(?:public|any)$/.test(text)),
  );
  const smtpUrl = read(smtpUrlVariable("PUBLISHER_SMTP_URL"));
  const from = read(mailSenderVariable("PUBLISHER_MAIL_FROM"));
  const templates = read(textThat("PUBLISHER_MAIL_TEMPLATES", "a folder", () => true));
  const claimSeconds = read(integerIn("PUBLISHER_MAIL_CLAIM_SECONDS", 1, 86_400));
  const wrong = [
    ...faults("PUBLISHER_"),
    ...missingForMail({ smtpUrl, from, publicUrl: pagesUrl }),
  ];
  if (wrong.length > 0) throw new PublisherError("invalid_option", wrong.join("; "));
  return {
    host: host ?? "127.0.0.1",
    port: port ?? 0,
    operationsHost: operationsHost ?? "127.0.0.1",
    operationsPort,
    lameDuckMs: 1000 * (lameDuckSeconds ?? 5),
    mailTemplates: templates === undefined ? undefined : resolve(templates),
    options: {
      database: databaseAt(url, { connections, seconds: databaseSeconds, data }),
      ...(title === undefined ? {} : { title }),
      ...(pagesUrl === undefined ? {} : { publicUrl: pagesUrl }),
      ...(authority === undefined ? {} : { authority }),
      ...(trustProxy === undefined ? {} : { trustProxy }),
      ...(consoles === undefined ? {} : { consolesFile: resolve(consoles) }),
      ...(brand === undefined ? {} : { brandFile: resolve(brand) }),
      ...(concurrency === undefined ? {} : { concurrency }),
      ...(waitingPerToken === undefined ? {} : { waitingPerToken }),
      ...(leaseSeconds === undefined ? {} : { leaseMs: 1000 * leaseSeconds }),
      processLimits: {
        ...(cpuSeconds === undefined ? {} : { cpuSeconds }),
        ...(heapMb === undefined ? {} : { heapMb }),
      },
      ...(cacheMb === undefined ? {} : { pageCacheBytes: cacheMb * 1024 * 1024 }),
      ...(rateLimits === "off" ? { rateLimits } : {}),
      ...(webhookTargets === "any" ? { webhookTargets } : {}),
      ...(smtpUrl !== undefined &&
        from !== undefined && {
          mail: {
            ...{ smtpUrl, from },
            ...(templates === undefined ? {} : { templatesFolder: resolve(templates) }),
            ...(claimSeconds === undefined ? {} : { claimMs: 1000 * claimSeconds }),
          },
        }),
    },
  };
}

/**
 * Reads the variables for a command that uses the database, and creates the folder of the database.
 *
 * @throws PublisherError `invalid_option`
 */
export function prepareEnvironment(variables: Variables): PublisherEnvironment {
  const environment = readEnvironment(variables);
  const { database } = environment.options;
  const fault =
    database.engine === "sqlite"
      ? folderFault("PUBLISHER_DATA", dirname(database.file))
      : undefined;
  if (fault !== undefined) throw new PublisherError("invalid_option", fault);
  return environment;
}

/** Returns the settings that are required to send mail but are missing. */
function missingForMail({
  smtpUrl,
  from,
  publicUrl,
}: {
  readonly smtpUrl: string | undefined;
  readonly from: string | undefined;
  readonly publicUrl: string | undefined;
}): readonly string[] {
  if (smtpUrl === undefined) return [];
  const fault = publicUrlFault(publicUrl);
  return [
    ...(from === undefined ? ["PUBLISHER_SMTP_URL requires PUBLISHER_MAIL_FROM"] : []),
    ...(fault === undefined ? [] : [`PUBLISHER_SMTP_URL requires PUBLISHER_PUBLIC_URL: ${fault}`]),
  ];
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
  if (url === undefined) return { engine: "sqlite", file: join(data, "publisher.db") };
  return {
    engine: "postgres",
    url,
    ...(connections === undefined ? {} : { connections }),
    ...(seconds === undefined ? {} : { timeoutMs: 1000 * seconds }),
  };
}

function isAuthority(text: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9.@_-]*,\d{4}(?:-\d\d){0,2}$/.test(text);
}
