import {
  createPublisher,
  issueToken,
  type Publisher,
  type PublisherOptions,
  type TokenRights,
} from "@specwright/publisher";
import { createPublisherClient, type PublisherClient } from "@specwright/publisher-api/client";
import type { PublishVersionBody, VersionDetails } from "@specwright/publisher-api/types";
import { basic, type Credential, restTransport, token } from "@specwright/rest/client";
import { systemClock } from "@specwright/runtime";
import { jsonLinesLogger } from "@specwright/service/operator";
import { onTestFinished } from "vitest";
import { processDocument } from "../src/worker/process-document.ts";
import { databaseOf, temporaryFolder } from "./test-services.ts";

/** A service that listens. */
export interface RunningPublisher {
  readonly publisher: Publisher;
  /** The root of the pages. */
  readonly site: string;
  /** The base of the API. */
  readonly url: string;
  readonly folder: string;
  /** Every line logged so far. */
  readonly logs: readonly string[];
  readonly anonymous: PublisherClient;
  /** Issues a token. */
  secret(rights?: TokenRights, name?: string): Promise<string>;
  /** Returns a client with a new token. */
  as(rights?: TokenRights, name?: string): Promise<PublisherClient>;
  /** Returns a client that authenticates by the deprecated scheme. */
  asBasic(rights?: TokenRights): Promise<PublisherClient>;
}

/** Starts a service for the running test; afterwards it is stopped, and its folder removed. */
export async function startPublisher(
  options: Partial<PublisherOptions> & { readonly folder?: string; readonly port?: number } = {},
): Promise<RunningPublisher> {
  const { folder = await temporaryFolder(), port = 0, ...overrides } = options;
  const logs: string[] = [];
  const publisher = await createPublisher({
    database: await databaseOf(folder),
    rateLimits: "off",
    // Here, documents are harmless, and a separate process would take seconds to start.
    process: (task, { onBatch }) => processDocument(task, onBatch),
    logger: jsonLinesLogger((line) => logs.push(line), systemClock),
    ...overrides,
  });
  onTestFinished(() => publisher.close());
  const site = await publisher.listen({ port });
  const url = `${site}/v1`;

  async function secret(rights: TokenRights = "publish", name?: string): Promise<string> {
    const order = { label: "test", rights, interface: name ?? null };
    return (await issueToken(publisher.services, order)).text;
  }

  const clientOf = (credentials: Readonly<Record<string, Credential>>): PublisherClient =>
    createPublisherClient(restTransport({ baseUrl: url, credentials }));
  return {
    ...{ publisher, site, url, folder, logs, secret },
    anonymous: createPublisherClient(restTransport({ baseUrl: url })),
    as: async (rights, name) => clientOf({ token: token(await secret(rights, name)) }),
    asBasic: async (rights) => clientOf({ basic: basic(await secret(rights), "") }),
  };
}

/** A document with operations, each described by its text. */
export function shop(version: string, ...paths: readonly string[]): string {
  const operations = paths.map(
    (path) => `  /${path}:
    get:
      operationId: list-${path}
      summary: List ${path}
      responses:
        "200": { description: All of them. }
`,
  );
  const all = operations.length === 0 ? "paths: {}\n" : `paths:\n${operations.join("")}`;
  return `openapi: 3.1.1\ninfo: { title: Shop, version: "${version}" }\n${all}`;
}

/** Creates an interface and publishes documents to it, one after the other. */
export async function publishAll(
  running: Pick<RunningPublisher, "as">,
  name: string,
  documents: readonly Omit<PublishVersionBody, "interface">[],
): Promise<readonly VersionDetails[]> {
  const client = await running.as("admin");
  const title = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  await client.putInterface({ path: { interface: name }, body: { title } });
  const published: VersionDetails[] = [];
  for (const body of documents) {
    const answer = await client.publishVersion({
      headers: { Prefer: "wait=30" },
      contentType: "application/json",
      body: { ...body, interface: name },
    });
    if (answer.status !== 201) throw new Error(`answered ${answer.status}`);
    published.push(answer.body.data);
  }
  return published;
}
