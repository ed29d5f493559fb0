import { fileURLToPath } from "node:url";
import {
  createPublisher,
  ownHistory,
  publishVersion,
  readHistory,
  seedHistory,
} from "@specwright/publisher";
import type { SandboxFolder } from "./sandbox-folder.ts";

/** The addresses of the services that the consoles of the pages call. */
export interface TriedServers {
  readonly marketplace: string;
  /** The address of the relay, and the address that issues tickets for it. */
  readonly streams: { readonly url: string; readonly ticketUrl: string };
}

/** The running publisher of the sandbox. */
export interface RunningPublisher {
  /** The URL of the pages. */
  readonly url: string;
  /** Resolves when all versions are published. Rejects if a version cannot be published. */
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
// The path is the same relative to src/ and to dist/.
const specs = fileURLToPath(new URL("../history/specs.json", import.meta.url));

/**
 * Starts the publisher, and publishes earlier versions of this repository's interfaces. This takes
 * a while, so the pages of the versions appear one after the other.
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
    // These documents are from the working copy. If a document has changed, it is published as a
    // new version.
    for (const version of readHistory(specs).versions) {
      if (!isClosing) await publishVersion(publisher.services, version);
    }
  }

  try {
    const url = await publisher.listen({ port });
    const published = publishAll().catch((error: unknown) => {
      // If the sandbox stops early, the next start publishes the remaining versions.
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
    // The pages of the publisher and its API have the same origin.
    publisher: { sdk: sdkFile("publisher"), server: "/v1" },
  };
}
