import { serveRelay } from "@specwright/streams/client/relay";
import type { AccessKeyEntry } from "@specwright/streams-service";
import type { SandboxFolder } from "./sandbox-folder.ts";
import { type RunningPublisher, startPublisher } from "./start-publisher.ts";

/** Options for `startDocumentation`. */
export interface StartDocumentationOptions {
  readonly folder: SandboxFolder;
  readonly port: number;
  readonly streamsUrl: string;
  readonly accessKey: AccessKeyEntry;
  readonly marketplaceUrl: string;
}

/** Returns the origins of the pages on this port. The host is `localhost` or `127.0.0.1`. */
export function originsOf(port: number): readonly string[] {
  return [`http://127.0.0.1:${port}`, `http://localhost:${port}`];
}

/**
 * Starts the publisher, and a relay. Its pages watch the streams through the relay, because
 * browsers cannot sign their connections.
 */
export async function startDocumentation(
  options: StartDocumentationOptions,
): Promise<RunningPublisher> {
  const { folder, port, streamsUrl, accessKey, marketplaceUrl } = options;
  const origins = originsOf(port);
  const relay = await serveRelay({
    url: streamsUrl,
    ...accessKey,
    // Pages from other origins must not get a ticket.
    mayConnect: ({ headers }) => origins.includes(headers.origin ?? ""),
    allowedOrigins: origins,
  });
  try {
    const servers = { marketplace: marketplaceUrl, streams: relay };
    const publisher = await startPublisher({ folder, port, servers });
    return {
      ...publisher,
      async close() {
        await publisher.close();
        await relay.close();
      },
    };
  } catch (error) {
    await relay.close();
    throw error;
  }
}
