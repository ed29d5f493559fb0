// A separate marketplace, with the known state of its contents.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createMarketplace, fileFolder } from "@specwright/marketplace";
import type { Random } from "../generate/random.ts";
import { type Exchange, openExchange } from "./exchange.ts";
import { openSchema } from "./open-schema.ts";
import type { Person } from "./people.ts";

/** The categories of the service. */
export const categories = [
  { id: "machines", name: "Machines", categories: [{ id: "clocks", name: "Clocks" }] },
] as const;

/** A service under fuzz, with its known state. */
export interface World {
  readonly exchange: Exchange;
  readonly people: Person[];
  /** The tokens of ended sessions. */
  readonly ended: string[];
  readonly listings: number[];
  readonly attachments: number[];
  readonly reports: number[];
  readonly cursors: string[];
  /** The targets of files by their operations, below the prefix. */
  readonly files: Readonly<Record<string, string[]>>;
  /** The idempotency keys used so far. */
  readonly keys: string[];
  /** The messages logged as errors. */
  readonly errors: readonly string[];
  /** Returns consecutive numbers, for unique names. */
  next(): number;
  /** Waits for a mail to a user with a kind of key, and returns the key. */
  keyFor(username: string, kind: "reset" | "verification"): Promise<string>;
  close(): Promise<void>;
}

/** Cheap password hashing, which would be wrong anywhere else. */
const CHEAP = { memoryKib: 8, passes: 1 };
const PASSWORD = "correct horse battery";
/** The longest body of any request, in bytes. Small, so that exceeding it is cheap. */
export const BODY_BYTES: number = 128 * 1024;
/** The rate limit of one address, in requests a minute. Requests use new addresses by default. */
export const REQUESTS_A_MINUTE = 4;
/** More than any world has. */
const PLENTY = 1_000_000;
/** The timeout for an expected mail. */
const MAIL_WITHIN_MS = 60_000;

/**
 * Starts a marketplace in a new folder, with members, a moderator and an administrator. Its
 * database is in that folder, or in a new schema of the PostgreSQL database at the URL.
 */
export async function openWorld(random: Random, postgresUrl?: string): Promise<World> {
  const database = postgresUrl === undefined ? undefined : await openSchema(postgresUrl);
  const folder = await mkdtemp(join(tmpdir(), "fuzz-marketplace-"));
  const errors: string[] = [];
  const arrived = new Map<string, string>();
  const waiting = new Map<string, (key: string) => void>();
  const log = (level: string) => (details: unknown, text?: unknown) => {
    errors.push(`${level}: ${String(text)} ${JSON.stringify(details)}`);
  };
  const marketplace = await createMarketplace({
    database: database?.location ?? { engine: "sqlite", file: join(folder, "marketplace.db") },
    files: fileFolder(join(folder, "files")),
    adminEmail: "admin@site.example",
    mail: {
      async deliver({ text }) {
        const [, username] = /(?:password for|the account) ([\w.-]+)\./.exec(text) ?? [];
        const [, kind, key] = /(reset|verification) key: (\S+)/.exec(text) ?? [];
        if (key === undefined) return;
        arrived.set(`${kind} ${username}`, key);
        waiting.get(`${kind} ${username}`)?.(key);
      },
    },
    passwords: CHEAP,
    trustProxy: "127.0.0.1",
    rateLimits: {
      quotas: {
        ...{ address: REQUESTS_A_MINUTE, login: PLENTY, password: PLENTY },
        ...{ create: PLENTY, report: PLENTY, uploads: PLENTY, faults: PLENTY },
      },
    },
    limits: { bodyBytes: BODY_BYTES },
    moderation: random.chance(50),
    categories,
    customFields: {
      listings: { weight_kg: { schema: { type: "number", minimum: 0 } } },
      users: { colour: { schema: { type: "string", maxLength: 10 }, public: true } },
    },
    logger: { info: () => {}, warn: () => {}, error: log("error") },
  });
  const members = ["ada", "bob", "cyd", "dan"].map((name) => account(name, "member"));
  const accounts = [...members, account("mod", "moderator"), account("root", "admin")];
  const states = ["publish", "draft", "pending", "hidden", "trash"] as const;
  const { users, listings } = await marketplace.seed({
    users: accounts,
    listings: members.flatMap(({ username }) =>
      states.map((status) => ({ owner: username, title: `${status} of ${username}`, status })),
    ),
  });
  const exchange = openExchange(await marketplace.listen());
  let count = 0;
  return {
    exchange,
    people: accounts.map((one) => ({ ...one, id: users.get(one.username) ?? 0, sessions: [] })),
    ended: [],
    listings: [...listings],
    attachments: [],
    reports: [],
    cursors: [],
    files: { getAttachmentFile: [], getImage: [] },
    keys: [],
    errors,
    next: () => (count += 1),
    keyFor: (username, kind) =>
      new Promise((resolve, reject) => {
        const name = `${kind} ${username}`;
        const there = arrived.get(name);
        if (there !== undefined) return resolve(there);
        const late = () => reject(new Error(`no ${kind} key has come to ${username}`));
        const timer = setTimeout(late, MAIL_WITHIN_MS);
        waiting.set(name, (key) => {
          clearTimeout(timer);
          resolve(key);
        });
      }),
    async close() {
      exchange.close();
      await marketplace.close();
      await database?.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function account(username: string, role: Person["role"]) {
  return { username, role, email: `${username}@people.example`, password: PASSWORD };
}
