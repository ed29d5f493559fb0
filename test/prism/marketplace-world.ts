// Marketplaces behind Prism, and the input for calling their operations.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setImmediate } from "node:timers/promises";
import {
  createMarketplace,
  fileFolder,
  type Marketplace,
  type MarketplaceOptions,
} from "@specwright/marketplace";
import {
  createMarketplaceClient,
  type MarketplaceClient,
} from "@specwright/marketplace-api/client";
import { restTransport } from "@specwright/rest/client";
import { type ProxiedService, proxyService } from "./proxy-service.ts";
import type { PrismOperations } from "./start-prism.ts";
import type { Alter } from "./start-relay.ts";

/** The names of the users. */
export const names = ["ada", "bob", "mod", "root"] as const;
export type Name = (typeof names)[number];

/** A user with a session. */
export interface Person {
  readonly id: number;
  readonly username: string;
  readonly token: string;
}

/** A marketplace behind Prism. */
export interface ProxiedMarketplace extends ProxiedService {
  readonly marketplace: Marketplace;
  /** The URL of the service itself, with its prefix. */
  readonly serviceUrl: string;
}

/** The input of the calls. */
export interface World {
  readonly people: Readonly<Record<Name, Person>>;
  /** A listing of Ada that is visible to everyone. */
  readonly published: number;
  /** Allows everything. The other marketplaces have the same contract and other settings. */
  readonly open: ProxiedMarketplace;
  /** Refuses registration. */
  readonly closed: ProxiedMarketplace;
  /** Refuses every request with 429. */
  readonly limited: ProxiedMarketplace;
  /** Its storage is unavailable. */
  readonly away: ProxiedMarketplace;
  /** Returns a client of the open marketplace without Prism. */
  direct(token?: string): MarketplaceClient;
  /** Creates a new user. */
  newcomer(): Promise<Person>;
  /** Waits for the mail with a key to a user, and returns the key. */
  keyFor(username: string, kind: "reset" | "verification"): Promise<string>;
  /** Marks every request with an `Idempotency-Key` as still pending. */
  forgetAnswers(): Promise<void>;
  /** Alters the responses of all marketplaces before Prism sees them. */
  alter(change: Alter | undefined): void;
  close(): Promise<void>;
}

export const PASSWORD = "correct horse battery";
/** Larger than any body of the calls, and small enough to be read before it is refused. */
export const BODY_BYTES = 4096;

/** Starts the marketplaces in a new folder. */
export async function openWorld(operations: PrismOperations): Promise<World> {
  const folder = await mkdtemp(join(tmpdir(), "prism-marketplace-"));
  const keys = new Map<string, string>();
  const waiting = new Map<string, (key: string) => void>();
  const start = async (name: string, options: Partial<MarketplaceOptions>) => {
    const marketplace = await createMarketplace({
      database: { engine: "sqlite", file: join(folder, `${name}.db`) },
      files: fileFolder(join(folder, `${name}-files`)),
      adminEmail: "admin@site.example",
      passwords: { memoryKib: 8, passes: 1 },
      rateLimits: "off",
      moderation: true,
      limits: { bodyBytes: BODY_BYTES },
      mail: {
        async deliver({ to, text }) {
          const [, kind, key] = /(reset|verification) key: (\S+)/.exec(text) ?? [];
          if (key === undefined) return;
          keys.set(`${kind} ${to}`, key);
          waiting.get(`${kind} ${to}`)?.(key);
        },
      },
      ...options,
    });
    const serviceUrl = await marketplace.listen();
    return { marketplace, serviceUrl, ...(await proxyService(operations, serviceUrl)) };
  };
  const open = await start("open", {});
  const closed = await start("closed", { registration: "closed" });
  const limited = await start("limited", { rateLimits: { quotas: { address: 0 } } });

  const accounts = names.map((username) => ({
    username,
    email: addressOf(username),
    password: PASSWORD,
    role: ({ ada: "member", bob: "member", mod: "moderator", root: "admin" } as const)[username],
  }));
  const listings = [{ owner: "ada", title: "A chess clock" }];
  const seeded = await open.marketplace.seed({ users: accounts, listings });
  const direct = (token?: string): MarketplaceClient => {
    const credentials = token === undefined ? {} : { session: token };
    return createMarketplaceClient(restTransport({ baseUrl: open.serviceUrl, credentials }));
  };
  const logIn = async (username: string): Promise<Person> => {
    const body = { username_or_email: username, password: PASSWORD };
    const login = await direct().loginUser({ body });
    if (login.status !== 200) throw new Error(`${username} cannot log in: ${login.status}`);
    const { token, user } = login.body.data;
    return { id: user.id, username, token };
  };
  const [ada, bob, mod, root] = await Promise.all([
    logIn("ada"),
    logIn("bob"),
    logIn("mod"),
    logIn("root"),
  ]);
  const database = new DatabaseSync(join(folder, "open.db"));
  // With the same signing keys, so that links to files work there too.
  database.prepare("VACUUM INTO ?").run(join(folder, "away.db"));
  const away = await start("away", {});
  await away.marketplace.storage.close();
  const all = [open, closed, limited, away];
  let count = 0;
  return {
    people: { ada, bob, mod, root },
    published: seeded.listings[0] ?? 0,
    open,
    closed,
    limited,
    away,
    direct,
    async newcomer() {
      count += 1;
      const username = `newcomer-${count}`;
      await direct().registerUser({
        body: { username, email: addressOf(username), password: PASSWORD },
      });
      return await logIn(username);
    },
    keyFor: (username, kind) =>
      new Promise((resolve) => {
        const name = `${kind} ${addressOf(username)}`;
        const there = keys.get(name);
        if (there === undefined) waiting.set(name, resolve);
        else resolve(there);
      }),
    alter(change) {
      for (const one of all) one.alter(change);
    },
    forgetAnswers: () => forgetAnswers(database),
    async close() {
      database.close();
      await Promise.all(all.map((one) => one.close()));
      await Promise.all(all.map(({ marketplace }) => marketplace.close()));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Writes while marketplaces of this process, which commit at the end of a turn, use the database. */
async function forgetAnswers(database: DatabaseSync): Promise<void> {
  for (let turns = 0; ; turns += 1) {
    try {
      database.exec("UPDATE replies SET reply = NULL");
      return;
    } catch (error) {
      const isLocked = error instanceof Error && error.message.includes("database is locked");
      if (!isLocked || turns === 1_000) throw error;
    }
    await setImmediate();
  }
}

function addressOf(username: string): string {
  return `${username}@people.example`;
}
