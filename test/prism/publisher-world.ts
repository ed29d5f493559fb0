// Publishers behind Prism, and the input for calling their operations.

import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createPublisher,
  issueToken,
  type Publisher,
  type PublisherOptions,
  type TokenRights,
} from "@specwright/publisher";
import type { TestDatabases } from "@specwright/service/database/testing";
import { processDocument } from "../../apps/publisher/src/worker/process-document.ts";
import { type ProxiedService, proxyService } from "./proxy-service.ts";
import type { PrismOperations } from "./start-prism.ts";
import type { Alter } from "./start-relay.ts";

/** A publisher behind Prism, and its contents. */
export interface ProxiedPublisher extends ProxiedService {
  readonly publisher: Publisher;
  /** The URL of the service itself, with its prefix. */
  readonly serviceUrl: string;
  readonly tokens: Readonly<Record<TokenRights | "foreign", string>>;
  /** Two published versions of `shop`, a rejected version, and comparisons. */
  readonly ids: {
    readonly first: string;
    readonly second: string;
    readonly rejected: string;
    readonly diff: string;
    readonly rejectedDiff: string;
  };
}

/** The input of the calls. */
export interface PublisherWorld {
  /** Allows everything. */
  readonly open: ProxiedPublisher;
  /** Never finishes processing, except for its initial contents. */
  readonly slow: ProxiedPublisher;
  /** Refuses every request with 429. */
  readonly limited: ProxiedPublisher;
  /** Its storage is unavailable. */
  readonly away: ProxiedPublisher;
  /** Its tables are missing. */
  readonly damaged: ProxiedPublisher;
  /** Has a short timeout for bodies. */
  readonly hasty: ProxiedPublisher;
  /** Returns a number, another one for each call. */
  next(): number;
  /** Alters the responses of all publishers before Prism sees them. */
  alter(change: Alter | undefined): void;
  close(): Promise<void>;
}

/** Larger than any body of the calls, and small enough that the service reads it before it refuses it. */
export const BODY_BYTES = 4096;

/** A document that uses every part that differs between the documents of this test. */
export function shop(version: string, path = "orders"): string {
  return `openapi: 3.1.1
info: { title: Shop, version: "${version}" }
paths: { /${path}: { get: { responses: { "200": { description: All of them. } } } } }
`;
}

/** A document with a fault. */
export const faulty: string = `${shop("1.0")}components: { schemas: { A: { $ref: "#/none" } } }\n`;

/** The tables that operations read first. */
const tables = ["interfaces", "tokens", "versions", "diffs"];

/** Starts the publishers in a new folder, with these databases. */
export async function openPublisherWorld(
  operations: PrismOperations,
  { databaseOf, execute }: TestDatabases,
): Promise<PublisherWorld> {
  const folder = await mkdtemp(join(tmpdir(), "prism-publisher-"));
  let isSlow = false;
  const start = async (name: string, options: Partial<PublisherOptions>) => {
    await mkdir(join(folder, name));
    const publisher = await createPublisher({
      database: await databaseOf(join(folder, name)),
      rateLimits: "off",
      limits: { bodyBytes: BODY_BYTES },
      process: (task, { onBatch }) => processDocument(task, onBatch),
      ...options,
    });
    const serviceUrl = `${await publisher.listen()}/v1`;
    const content = await fill(publisher, serviceUrl);
    const proxied = await proxyService(operations, serviceUrl);
    return { ...proxied, ...content, publisher, serviceUrl };
  };
  const open = await start("open", {});
  const slow = await start("slow", {
    process: (task, { onBatch, signal }) =>
      isSlow
        ? new Promise((_, reject) => {
            signal.addEventListener("abort", () => reject(signal.reason));
          })
        : processDocument(task, onBatch),
    concurrency: 100,
  });
  isSlow = true;
  let isLimited = false;
  const limited = await start("limited", {
    rateLimits: {
      limiter: {
        async take() {
          return { count: isLimited ? 1_000_000 : 1, resetMs: 1000 };
        },
        async refund() {},
        async reset() {},
      },
    },
  });
  isLimited = true;
  const away = await start("away", {});
  await away.publisher.storage.close();
  const damaged = await start("damaged", {});
  for (const table of tables) {
    await execute(join(folder, "damaged"), `ALTER TABLE ${table} RENAME TO lost_${table}`);
  }
  const hasty = await start("hasty", { limits: { bodyBytes: BODY_BYTES, bodyGraceMs: 200 } });
  const all = [open, slow, limited, away, damaged, hasty];
  let count = 0;
  return {
    ...{ open, slow, limited, away, damaged, hasty },
    next() {
      count += 1;
      return count;
    },
    alter(change) {
      for (const one of all) one.alter(change);
    },
    async close() {
      await Promise.all(all.map((one) => one.close()));
      await Promise.all(all.map(({ publisher }) => publisher.close()));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function fill(publisher: Publisher, url: string) {
  const issue = async (rights: TokenRights, name: string | null = null) =>
    (await issueToken(publisher.services, { label: rights, rights, interface: name })).text;
  const tokens = {
    read: await issue("read"),
    publish: await issue("publish"),
    admin: await issue("admin"),
  };
  const send = async (method: string, path: string, body: object): Promise<string> => {
    const headers = {
      Authorization: `Token ${tokens.admin}`,
      "Content-Type": "application/json",
    };
    const answer = await fetch(url + path, { method, headers, body: JSON.stringify(body) });
    const { data } = await answer.json();
    const id = `${data?.id ?? ""}`;
    await publisher.services.runner.settled(id, 60_000);
    return id;
  };
  await send("PUT", "/interfaces/shop", { title: "Shop" });
  await send("PUT", "/interfaces/other", { title: "Other" });
  const publish = (document: string) => send("POST", "/versions", { interface: "shop", document });
  const compare = (document: string) => send("POST", "/diffs", { interface: "shop", document });
  const first = await publish(shop("1.0"));
  const second = await publish(shop("1.1", "users"));
  return {
    tokens: { ...tokens, foreign: await issue("read", "other") },
    ids: {
      ...{ first, second, rejected: await publish(faulty) },
      ...{ diff: await compare(shop("2.0")), rejectedDiff: await compare(faulty) },
    },
  };
}
