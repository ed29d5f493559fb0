import { randomBytes } from "node:crypto";
import { getImage } from "@specwright/marketplace-api/server";
import { createRestServer, frameworkLogger } from "@specwright/rest/fastify";
import { bearer, memoryRateLimiter, type RateLimiter } from "@specwright/rest/server";
import { type Clock, silentLogger, systemClock } from "@specwright/runtime";
import { outageLog, untilAvailable } from "@specwright/service/database";
import { isMailAddress, readMailSender } from "@specwright/service/mail";
import type { OutboxWorker } from "@specwright/service/outbox";
import { allowOrigins } from "./allow-origins.ts";
import { startSizing } from "./attachments/size-old-images.ts";
import { startSweeper } from "./attachments/sweep-files.ts";
import { uploadSlots } from "./attachments/upload-slots.ts";
import { compileCustomFields } from "./custom-fields/compile-custom-fields.ts";
import { requireOwnFiles } from "./files/belonging.ts";
import { fileLinks } from "./files/file-links.ts";
import { guardedFiles } from "./files/guarded-files.ts";
import { storedReplies } from "./idempotency/stored-replies.ts";
import { letterWriter } from "./letter-writer.ts";
import { builtInTemplates } from "./mail/mail-templates.ts";
import { startMailWorker } from "./mail/mail-worker.ts";
import { MarketplaceError } from "./marketplace-error.ts";
import { marketplaceHandlers } from "./marketplace-handlers.ts";
import { marketplaceOperations } from "./marketplace-operations.ts";
import type { MarketplaceOptions } from "./marketplace-options.ts";
import { serveModerationPage } from "./moderation-page/serve-moderation-page.ts";
import { ratePolicies } from "./rate-limits/rate-policies.ts";
import { sharedRateLimiter } from "./rate-limits/shared-rate-limiter.ts";
import { readCategories } from "./search/categories.ts";
import { createPasswords } from "./secrets/passwords.ts";
import { type MarketplaceSeed, type Seeded, seedMarketplace } from "./seed-marketplace.ts";
import type { Services } from "./services.ts";
import { verifySession } from "./sessions/verify-session.ts";
import { reservedFields } from "./standard-fields.ts";
import type { MarketplaceStorage } from "./storage/marketplace-storage.ts";
import { openStorage } from "./storage/open-storage.ts";
import { requireStoredValues } from "./storage/require-stored-values.ts";
import { workQueue } from "./work-queue.ts";

/**
 * How many listings from earlier versions of the service one transaction adds to the search index.
 */
const INDEXED_AT_ONCE = 500;

/** The running service. */
export interface Marketplace {
  readonly storage: MarketplaceStorage;
  /**
   * Starts to listen. Resolves with the base URL, including the prefix. Port 0, the default,
   * selects a free port.
   */
  listen(address?: { readonly host?: string; readonly port?: number }): Promise<string>;
  /** Adds users and listings, such as the first administrator. Skips users who already exist. */
  seed(seed: MarketplaceSeed): Promise<Seeded>;
  /**
   * Stops accepting requests and completes pending requests. Then tries once more to send mail, and
   * closes the database.
   */
  close(): Promise<void>;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Creates the marketplace service. Applies migrations to the database, and sends mail that a crash
 * left in the outbox. Waits while the PostgreSQL server or the file store is unavailable. Rejects
 * with `MarketplaceError`, with `DatabaseError`, or with the reason of the signal.
 */
export async function createMarketplace(options: MarketplaceOptions): Promise<Marketplace> {
  const { logger = silentLogger, clock = systemClock, mail } = options;
  if (!isMailAddress(options.adminEmail)) throw invalidOption("adminEmail is not a mail address");
  const sender = readMailSender(options.mailFrom ?? "marketplace@localhost", "Marketplace");
  if (sender === undefined) throw invalidOption("mailFrom is not a sender");
  const settled = await checkOptions(options);
  const { customFields } = settled;
  const { prefix = "/v1" } = options;
  const publicUrl = options.publicUrl?.replace(/\/+$/, "");
  const { database, signal } = options;
  const storage = await openStorage({
    database,
    clock,
    logger,
    ...(signal === undefined ? {} : { signal }),
  });
  const files = guardedFiles(
    options.files,
    outageLog("file store", { logger, clock: systemClock }),
  );
  let worker: OutboxWorker | undefined;
  const { rateLimits = {} } = options;
  const { limiter = limiterFor(options, storage, clock), quotas } =
    rateLimits === "off" ? {} : rateLimits;
  let listening: string | undefined;
  const newKey = () => Buffer.from(settled.random(32)).toString("hex");
  const prepareStorage = async () => {
    // The listings are indexed in batches, so that requests can write between two batches.
    while ((await storage.transaction(({ listings }) => listings.indexOld(INDEXED_AT_ONCE))) > 0);
    await requireStoredValues(storage, customFields);
    await requireOwnFiles({ files, storage, random: settled.random });
    return storage.transaction(({ serviceKeys }) => serviceKeys.named("file_links", newKey));
  };
  const key = await untilAvailable(prepareStorage, systemClock, signal).catch(
    async (error: unknown) => {
      await storage.close();
      throw error;
    },
  );
  const linkBase = () => publicUrl ?? listening ?? `http://localhost${prefix}`;
  const links = fileLinks(Buffer.from(key, "hex"), clock, linkBase);
  const services: Services = {
    ...settled,
    clock,
    storage,
    limiter,
    files,
    fileLinks: links,
    listingView: { fields: customFields.listings, links },
    onMail: () => worker?.wake(),
  };
  const app = createRestServer({
    operations: marketplaceOperations(services),
    handlers: marketplaceHandlers(services),
    idempotency: {
      store: storedReplies(storage),
      clock,
      callerOf: ({ userId }) => `${userId}`,
    },
    ...(rateLimits === "off"
      ? {}
      : { rateLimits: { limiter, policies: ratePolicies(storage.committed, quotas) } }),
    slots: uploadSlots,
    ignoreQueryOf: [getImage.id],
    authenticate: { session: bearer((token) => verifySession(services, token)) },
    prefix,
    logger: frameworkLogger(logger),
    ...(options.onAnswer === undefined ? {} : { onAnswer: options.onAnswer }),
    ...(options.limits === undefined ? {} : { limits: options.limits }),
    ...(options.trustProxy === undefined ? {} : { trustProxy: options.trustProxy }),
  });
  allowOrigins(app, options.allowedOrigins ?? []);
  if (options.moderationPage !== false) serveModerationPage(app, { prefix, linkBase });
  const sweeper = startSweeper({
    files,
    storage,
    clock,
    logger,
    unusedFilesMs: options.unusedFilesMs ?? DAY_MS,
  });
  const sizing = startSizing({ files, storage, clock, logger, imageQueue: settled.imageQueue });
  if (mail !== undefined) {
    worker = startMailWorker({
      storage,
      transport: mail,
      sender,
      clock,
      logger,
      write: letterWriter(services),
      ...(options.mailClaimMs === undefined ? {} : { claimMs: options.mailClaimMs }),
    });
  }
  let closing: Promise<void> | undefined;

  async function closeAll(): Promise<void> {
    await app.close();
    await worker?.close();
    await sweeper.close();
    await sizing.close();
    await storage.close();
  }

  return {
    storage,
    async listen({ host = "127.0.0.1", port = 0 } = {}) {
      listening = `${await app.listen({ host, port })}${prefix}`;
      return listening;
    },
    seed: (seed) => untilAvailable(() => seedMarketplace(services, seed), systemClock, signal),
    close() {
      closing ??= closeAll();
      return closing;
    },
  };
}

/** Checks the options before any file is opened. */
async function checkOptions(
  options: MarketplaceOptions,
): Promise<
  Omit<Services, "clock" | "storage" | "limiter" | "files" | "fileLinks" | "listingView" | "onMail">
> {
  const { customFields = {}, sessions = {} } = options;
  const random = options.random ?? ((size: number) => randomBytes(size));
  const { idleMs = 7 * DAY_MS, lifetimeMs = 30 * DAY_MS } = sessions;
  return {
    random,
    passwords: await createPasswords(random, options.passwords),
    customFields: {
      users: compileCustomFields("users", customFields.users ?? {}, reservedFields.users),
      listings: compileCustomFields(
        "listings",
        customFields.listings ?? {},
        reservedFields.listings,
      ),
    },
    categories: readCategories(options.categories ?? []),
    imageQueue: workQueue({ concurrency: 1 }),
    sessions: { idleMs, lifetimeMs },
    isRegistrationOpen: options.registration !== "closed",
    isModerated: options.moderation ?? false,
    publicPath: publicPathOf(options),
    adminEmail: options.adminEmail,
    mailTemplates: options.mailTemplates ?? builtInTemplates(),
    passwordResetPage: options.passwordResetPage,
    emailVerificationPage: options.emailVerificationPage,
  };
}

/** Returns the path under which clients reach the service. A proxy may use a different path. */
function publicPathOf({ publicUrl, prefix = "/v1" }: MarketplaceOptions): string {
  return publicUrl === undefined ? prefix : new URL(publicUrl).pathname.replace(/\/+$/, "");
}

/**
 * Returns the rate limiter. It counts in memory for SQLite, which only one process uses, and in the
 * database for PostgreSQL.
 */
function limiterFor(
  { database }: MarketplaceOptions,
  storage: MarketplaceStorage,
  clock: Clock,
): RateLimiter {
  if (database.engine === "sqlite") return memoryRateLimiter({ clock });
  return sharedRateLimiter(storage, clock);
}

function invalidOption(what: string): MarketplaceError {
  return new MarketplaceError("invalid_option", what);
}
