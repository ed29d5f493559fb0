// Publishes versions to a publisher that may be unreachable at any time, and records its responses.

import { setTimeout } from "node:timers/promises";
import { createPublisherClient, type PublisherClient } from "@specwright/publisher-api/client";
import type { Version } from "@specwright/publisher-api/types";
import { listItems, restTransport, token } from "@specwright/rest/client";
import { RestError } from "@specwright/runtime";

/** A publication, and the ids with which it was accepted. */
export interface Publication {
  readonly interface: string;
  /** The version in the document: 1, 2 and so on. */
  readonly version: number;
  readonly ids: ReadonlySet<string>;
}

/** Publications to one publisher. */
export interface PublicationLoad {
  readonly client: PublisherClient;
  readonly publications: readonly Publication[];
  /** The number of requests by their result. */
  readonly outcomes: ReadonlyMap<string, number>;
  /** Publishes the next version of an interface; resolves when it is accepted. */
  publish(name: string): Promise<void>;
}

/** Creates a load. Requests without a response are repeated. */
export function loadPublications(url: string, secret: string): PublicationLoad {
  const transport = restTransport({
    baseUrl: `${url}/v1`,
    credentials: { token: token(secret) },
    retry: { retries: 0 },
    timeoutMs: 20_000,
  });
  const client = createPublisherClient(transport);
  const publications: (Publication & { readonly ids: Set<string> })[] = [];
  const outcomes = new Map<string, number>();
  const count = (outcome: string): void => {
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  };

  async function send(publication: Publication): Promise<string | undefined> {
    const { interface: name, version } = publication;
    const body = { interface: name, document: documentOf(version) };
    try {
      const answer = await client.publishVersion({ contentType: "application/json", body });
      count(String(answer.status));
      switch (answer.status) {
        case 201:
        case 202:
          return answer.body.data.id;
        case 204:
          return answer.headers?.Location?.split("/").at(-1);
        case 503:
          return undefined;
        default:
          throw new Error(`${name} ${version} was refused with ${answer.status}`);
      }
    } catch (error) {
      if (!(error instanceof RestError) || error.code !== "network") throw error;
      count(error.code);
      return undefined;
    }
  }

  return {
    client,
    publications,
    outcomes,
    async publish(name) {
      const version = publications.filter((each) => each.interface === name).length + 1;
      const publication = { interface: name, version, ids: new Set<string>() };
      publications.push(publication);
      for (;;) {
        const id = await send(publication);
        if (id !== undefined) {
          publication.ids.add(id);
          return;
        }
        await setTimeout(50);
      }
    },
  };
}

/** Returns a document whose number of operations is its version. */
function documentOf(version: number): string {
  const paths = Array.from({ length: version }, (_, at) => [
    `/things/${at + 1}`,
    { get: { operationId: `getThing${at + 1}`, responses: { 200: { description: "It." } } } },
  ]);
  return JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Things", version: String(version) },
    paths: Object.fromEntries(paths),
  });
}

/** Reads all versions of an interface, the oldest first. */
export async function readVersions(
  client: PublisherClient,
  name: string,
): Promise<readonly Version[]> {
  const found: Version[] = [];
  const query = { interface: name, limit: 100 };
  for await (const version of listItems(client.listVersions, { query })) found.push(version);
  return found.reverse();
}
