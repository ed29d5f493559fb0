import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createMarketplace,
  fileFolder,
  type Marketplace,
  type MarketplaceOptions,
  mailFolder,
} from "@specwright/marketplace";
import {
  createMarketplaceClient,
  type MarketplaceClient,
} from "@specwright/marketplace-api/client";
import { bearer, restTransport } from "@specwright/rest/client";
import { systemClock } from "@specwright/runtime";
import { jsonLinesLogger } from "@specwright/service/operator";
import { onTestFinished } from "vitest";
import type { MarketplaceSeed, Seeded } from "../src/seed-marketplace.ts";
import { databaseOf } from "./test-database.ts";

export const PASSWORD = "correct horse battery";

/** A minimal cost, for tests only. */
export const CHEAP = { memoryKib: 8, passes: 1 };

export interface Running {
  readonly marketplace: Marketplace;
  readonly url: string;
  readonly folder: string;
  readonly seeded: Seeded;
  /** Every line logged so far. */
  readonly logs: readonly string[];
  readonly anonymous: MarketplaceClient;
  /** Logs in and returns the token. */
  token(username: string, password?: string): Promise<string>;
  /** Logs in and returns a client. */
  as(username: string): Promise<MarketplaceClient>;
  clientOf(token: string): MarketplaceClient;
  /** Reads the mails that were delivered. */
  mails(): Promise<readonly string[]>;
}

/** Two members, ada and bob, and an administrator, root. */
export const PEOPLE: MarketplaceSeed = {
  users: [
    { username: "ada", email: "ada@people.example", password: PASSWORD },
    { username: "bob", email: "bob@people.example", password: PASSWORD },
    { username: "root", email: "root@people.example", password: PASSWORD, role: "admin" },
  ],
  listings: [
    { owner: "ada", title: "published" },
    { owner: "ada", title: "draft", status: "draft" },
    { owner: "ada", title: "pending", status: "pending" },
    { owner: "ada", title: "hidden", status: "hidden" },
    { owner: "ada", title: "trash", status: "trash" },
  ],
};

/** The same people and a moderator, mod. */
export const STAFFED: MarketplaceSeed = {
  ...PEOPLE,
  users: [
    ...(PEOPLE.users ?? []),
    { username: "mod", email: "mod@people.example", password: PASSWORD, role: "moderator" },
  ],
};

export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "marketplace-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

export async function readMails(folder: string): Promise<readonly string[]> {
  const names = await readdir(join(folder, "mail")).catch(() => []);
  const files = names.filter((name) => name.endsWith(".eml")).toSorted();
  return await Promise.all(files.map((name) => readFile(join(folder, "mail", name), "utf8")));
}

/** Starts a service for the running test; afterwards it is stopped, and its folder removed. */
export async function startMarketplace(
  options: Partial<MarketplaceOptions> & {
    readonly folder?: string;
    readonly seed?: MarketplaceSeed;
  } = {},
): Promise<Running> {
  const { folder = await temporaryFolder(), seed = PEOPLE, ...overrides } = options;
  const logs: string[] = [];
  const marketplace = await createMarketplace({
    database: await databaseOf(folder),
    files: fileFolder(join(folder, "files")),
    adminEmail: "admin@site.example",
    mail: mailFolder(join(folder, "mail")),
    passwords: CHEAP,
    rateLimits: "off",
    logger: jsonLinesLogger((line) => logs.push(line), systemClock),
    ...overrides,
  });
  onTestFinished(() => marketplace.close());
  const seeded = await marketplace.seed(seed);
  const url = await marketplace.listen();
  const anonymous = createMarketplaceClient(restTransport({ baseUrl: url }));

  async function token(username: string, password = PASSWORD): Promise<string> {
    const answer = await anonymous.loginUser({ body: { username_or_email: username, password } });
    if (answer.status !== 200) throw new Error(`${username} cannot log in: ${answer.status}`);
    return answer.body.data.token;
  }

  function clientOf(secret: string): MarketplaceClient {
    const credentials = { session: bearer(secret) };
    return createMarketplaceClient(
      // Tests say themselves when a request has a key.
      restTransport({ baseUrl: url, credentials, idempotencyKeys: false }),
    );
  }

  return {
    marketplace,
    url,
    folder,
    seeded,
    logs,
    anonymous,
    token,
    as: async (username) => clientOf(await token(username)),
    clientOf,
    mails: () => readMails(folder),
  };
}

/** Logs in at a service that runs elsewhere and returns a client. */
export async function logInAt(
  url: string | undefined,
  username: string,
): Promise<MarketplaceClient> {
  const baseUrl = `${url}`;
  const anonymous = createMarketplaceClient(restTransport({ baseUrl }));
  const body = { username_or_email: username, password: PASSWORD };
  const answer = await anonymous.loginUser({ body });
  if (answer.status !== 200) throw new Error(`${username} cannot log in: ${answer.status}`);
  const credentials = { session: bearer(answer.body.data.token) };
  return createMarketplaceClient(restTransport({ baseUrl, credentials }));
}

/** An unparsed answer. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly type: string | null;
  readonly body: unknown;
}

/** Sends a request unchanged, without a generated client. An object as body is sent as JSON. */
export async function send(
  url: string,
  method: string,
  options: {
    readonly token?: string | undefined;
    readonly body?: object | string | Uint8Array<ArrayBuffer> | undefined;
    readonly headers?: Readonly<Record<string, string>> | undefined;
  } = {},
): Promise<RawAnswer> {
  const { token, body } = options;
  const isRaw = body === undefined || typeof body === "string" || body instanceof Uint8Array;
  const response = await fetch(url, {
    method,
    headers: {
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...options.headers,
    },
    ...(body === undefined ? {} : { body: isRaw ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    type: response.headers.get("content-type"),
    body: text === "" ? undefined : JSON.parse(text),
  };
}

/** Returns a property of a parsed body. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === "object" && inner !== null ? Reflect.get(inner, key) : undefined,
    value,
  );
}

/** Lists the pointers of a problem. */
export function errorPointers(body: unknown): readonly unknown[] {
  const errors = at(body, "errors");
  return Array.isArray(errors) ? errors.map((error) => at(error, "pointer")) : [];
}
