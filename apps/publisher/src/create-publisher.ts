import { randomBytes, randomUUID } from "node:crypto";
import { operations, type PublisherHandlers } from "@specwright/publisher-api/server";
import {
  createRestServer,
  frameworkLogger,
  type RestServerOptions,
} from "@specwright/rest/fastify";
import { memoryRateLimiter } from "@specwright/rest/server";
import { silentLogger, systemClock } from "@specwright/runtime";
import type { OutboxWorker } from "@specwright/service/outbox";
import { type Brand, loadBrand } from "@specwright/site";
import { type Consoles, loadConsoles } from "@specwright/site/console";
import { announceDeprecation, authenticators } from "./access/authenticators.ts";
import { ratePolicies } from "./access/rate-policies.ts";
import type { Context } from "./access/require-right.ts";
import { uploadSlots } from "./access/upload-slots.ts";
import { putFaultsIntoWords } from "./http/fault-words.ts";
import type { HttpServices } from "./http-services.ts";
import { startJobRunner } from "./jobs/job-runner.ts";
import { startExpiry } from "./mail/expire-subscribers.ts";
import { readMailOptions } from "./mail/mail-options.ts";
import { startMailWorkers } from "./mail/mail-worker.ts";
import { servePages } from "./pages/serve-pages.ts";
import { serveSubscriptions } from "./pages/serve-subscriptions.ts";
import { workerProcesses } from "./processing/run-worker.ts";
import { PublisherError } from "./publisher-error.ts";
import { publisherHandlers } from "./publisher-handlers.ts";
import type { PublisherOptions } from "./publisher-options.ts";
import { openStorage } from "./storage/open-storage.ts";
import type { PublisherStorage } from "./storage/publisher-storage.ts";
import type { Caller } from "./tokens/verify-token.ts";
import { startWebhookWorkers } from "./webhooks/webhook-worker.ts";

/** The running service. */
export interface Publisher {
  readonly storage: PublisherStorage;
  /** The services that commands and the seed use. */
  readonly services: HttpServices;
  /**
   * Starts to listen. Resolves with the public URL of the pages, or with the URL of this process if
   * no public URL is set.
   * Port 0, the default, selects a free port.
   */
  listen(address?: { readonly host?: string; readonly port?: number }): Promise<string>;
  /** Returns the port; undefined before the service listens. */
  port(): number | undefined;
  /** Stops accepting requests, completes pending ones, and stops processing documents. */
  close(): Promise<void>;
}

const PROCESS_LIMITS = { cpuSeconds: 120, heapMb: 640 };
const PAGE_CACHE_BYTES = 64 * 1024 * 1024;

/**
 * Creates the publishing service. Applies migrations to the database, and continues jobs that an
 * earlier process did not finish. Waits while the PostgreSQL server is unavailable. Rejects with
 * `PublisherError`, with `DatabaseError`, or with the reason of `signal`.
 */
export async function createPublisher(options: PublisherOptions): Promise<Publisher> {
  const { logger = silentLogger, clock = systemClock, prefix = "/v1", signal } = options;
  const { publicUrl, title = "API contracts" } = options;
  const authority = options.authority ?? `${publicHost(publicUrl)},2026`;
  requireAuthority(authority);
  const consoles = await readConsoles(options.consolesFile);
  const brand = await readBrand(options.brandFile);
  const mail = readMailOptions(options);
  const storage = await openStorage({
    database: options.database,
    clock,
    logger,
    ...(signal === undefined ? {} : { signal }),
  });
  const random = options.random ?? ((size: number) => randomBytes(size));
  const base = { storage, clock, random, logger, newId: () => randomUUID() };
  const limits = { ...PROCESS_LIMITS, ...options.processLimits };
  const process = options.process ?? workerProcesses(limits, clock);
  const { concurrency, leaseMs, webhookTargets: targets = "public" } = options;
  let webhooks: OutboxWorker | undefined;
  let mails: OutboxWorker | undefined;
  const wake = (): void => webhooks?.wake();
  const wakeMails = (): void => mails?.wake();
  const onEnd = (): void => {
    wake();
    wakeMails();
  };
  const runner = startJobRunner({
    ...{ storage, clock, logger, process, onEnd },
    ...(concurrency === undefined ? {} : { concurrency }),
    ...(leaseMs === undefined ? {} : { leaseMs }),
  });
  let listening: string | undefined;
  const pages = () => publicUrl ?? listening ?? "http://localhost";
  const services: HttpServices = {
    ...base,
    ...{ runner, authority, title, addresses: { pages, prefix }, webhooks: { targets, wake } },
    ...(mail === undefined
      ? {}
      : { mail: { wake: wakeMails, countsCallers: options.rateLimits !== "off" } }),
    ...(consoles === undefined ? {} : { consoles }),
    ...(brand === undefined ? {} : { brand }),
    ...(options.waitingPerToken === undefined ? {} : { waitingPerToken: options.waitingPerToken }),
  };
  const app = createRestServer(serverOptions(services, options));
  putFaultsIntoWords(app);
  announceDeprecation(app, () => `${pages()}/tokens.html`);
  servePages(app.server, services, {
    cacheBytes: options.pageCacheBytes ?? PAGE_CACHE_BYTES,
    ...(options.onAnswer === undefined ? {} : { onAnswer: options.onAnswer }),
  });
  serveSubscriptions(app, services);
  const expiry = startExpiry(services);
  let closing: Promise<void> | undefined;

  async function closeAll(): Promise<void> {
    await app.close();
    await runner.close();
    await webhooks?.close();
    await mails?.close();
    await expiry.close();
    await storage.close();
  }

  return {
    storage,
    services,
    async listen({ host = "127.0.0.1", port = 0 } = {}) {
      listening = await app.listen({ host, port });
      // Messages contain the URLs of pages. The service knows these URLs only after it has started
      // to listen.
      webhooks ??= startWebhookWorkers({ ...services, targets });
      if (mail !== undefined) mails ??= startMailWorkers({ ...services, ...mail });
      return pages();
    },
    port() {
      const address = app.server.address();
      return typeof address === "object" ? address?.port : undefined;
    },
    close() {
      closing ??= closeAll();
      return closing;
    },
  };
}

function serverOptions(
  services: HttpServices,
  options: PublisherOptions,
): RestServerOptions<Caller, PublisherHandlers<Context>> {
  const { clock, storage, addresses, logger } = services;
  const { rateLimits = {} } = options;
  return {
    operations,
    handlers: publisherHandlers(services),
    authenticate: authenticators(storage.committed.tokens),
    prefix: addresses.prefix,
    logger: frameworkLogger(logger),
    slots: uploadSlots,
    ...(rateLimits === "off"
      ? {}
      : {
          rateLimits: {
            limiter: rateLimits.limiter ?? memoryRateLimiter({ clock }),
            policies: ratePolicies(rateLimits.quotas),
          },
        }),
    ...(options.onAnswer === undefined ? {} : { onAnswer: options.onAnswer }),
    ...(options.limits === undefined ? {} : { limits: options.limits }),
    ...(options.trustProxy === undefined ? {} : { trustProxy: options.trustProxy }),
  };
}

async function readConsoles(file: string | undefined): Promise<Consoles | undefined> {
  if (file === undefined) return undefined;
  const loaded = await loadConsoles(file, { assets: "../assets" });
  if ("consoles" in loaded) return loaded.consoles;
  throw new PublisherError(
    "invalid_option",
    `consolesFile (PUBLISHER_CONSOLES): ${loaded.problem}`,
  );
}

async function readBrand(file: string | undefined): Promise<Brand | undefined> {
  if (file === undefined) return undefined;
  const loaded = await loadBrand(file);
  if ("brand" in loaded) return loaded.brand;
  throw new PublisherError("invalid_option", `brandFile (PUBLISHER_BRAND): ${loaded.problem}`);
}

function publicHost(publicUrl: string | undefined): string {
  return (publicUrl === undefined ? undefined : URL.parse(publicUrl)?.hostname) ?? "localhost";
}

function requireAuthority(authority: string): void {
  if (/^[A-Za-z0-9][A-Za-z0-9.@_-]*,\d{4}(?:-\d\d){0,2}$/.test(authority)) return;
  const message = `authority is not a domain and a date, such as example.com,2026`;
  throw new PublisherError("invalid_option", message);
}
