import { fileURLToPath } from "node:url";
import {
  createPublisher,
  ownHistory,
  publishVersion,
  readHistory,
  seedHistory,
} from "@specwright/publisher";
import type { SandboxFolder } from "./sandbox-folder.ts";

/** The consoles of the interfaces. */
export interface TriedServers {
  readonly marketplace: string;
  /** The address of the relay, and of its tickets. */
  readonly streams: { readonly url: string; readonly ticketUrl: string };
}

/** The publisher of the sandbox, listening. */
export interface RunningPublisher {
  /** The address of the pages. */
  readonly url: string;
  /** Resolves when all versions are published; rejects if one cannot be. */
  readonly published: Promise<void>;
  close(): Promise<void>;
}

/** Options for `startPublisher`. */
export interface StartPublisherOptions {
  readonly folder: SandboxFolder;
  readonly port: number;
  readonly servers: TriedServers;
}

const brand = {
  purpose:
    "Specwright generated these pages, and the code of the services that run behind them, from three API documents. Try this first:",
  links: [
    {
      text: "Call an operation: list the listings of the marketplace",
      to: "marketplace/operations/list-listings.html",
    },
    {
      text: "Watch the exchange trade: the order books, live",
      to: "streams/channels/market-data.html",
    },
    {
      text: "See what changed in the marketplace, and which clients each change breaks",
      to: "marketplace/changes.html",
    },
  ],
};
const consolesName = "consoles.json";
const brandName = "brand.json";
// Relative paths are the same from src/ and from dist/.
const specs = fileURLToPath(new URL("../history/specs.json", import.meta.url));

/**
 * Starts the publisher, and publishes the history of the repository's interfaces. That takes a
 * while: the pages appear one version after the other.
 */
export async function startPublisher(options: StartPublisherOptions): Promise<RunningPublisher> {
  const { folder, port, servers } = options;
  await folder.write(consolesName, JSON.stringify(consoleSettings(servers)));
  await folder.write(brandName, JSON.stringify(brand));
  const publisher = await createPublisher({
    database: { engine: "sqlite", file: folder.path("publisher.db") },
    title: "Specwright sandbox",
    brandFile: folder.path(brandName),
    consolesFile: folder.path(consolesName),
  });
  let isClosing = false;

  async function publishAll(): Promise<void> {
    await seedHistory(publisher.services, readHistory(ownHistory));
    // These are the documents of the working copy. A document that has changed is published as a
    // new version.
    for (const version of readHistory(specs).versions) {
      if (!isClosing) await publishVersion(publisher.services, version);
    }
  }

  try {
    const url = await publisher.listen({ port });
    const published = publishAll().catch((error: unknown) => {
      // If the sandbox stops before the end, the next start continues to publish.
      if (!isClosing) throw error;
    });
    return {
      url: `${url}/`,
      published,
      async close() {
        isClosing = true;
        await publisher.close();
        await published.catch(() => undefined);
      },
    };
  } catch (error) {
    await publisher.close();
    throw error;
  }
}

function consoleSettings({ marketplace, streams }: TriedServers): object {
  const sdkFile = (name: string): string =>
    fileURLToPath(new URL(`../dist/bundles/${name}.js`, import.meta.url));
  return {
    marketplace: { sdk: sdkFile("marketplace"), server: marketplace },
    streams: { sdk: sdkFile("streams"), server: streams.url, tickets: streams.ticketUrl },
    // The API of the publisher has the origin of its pages.
    publisher: { sdk: sdkFile("publisher"), server: "/v1" },
  };
}
