// The service is killed repeatedly while it publishes and clients read: every acknowledged frame is
// kept, and every client receives all of them, in order, once.

import { streamTransport } from "@specwright/streams/client";
import { createStreamsClient } from "@specwright/streams-api/client";
import { publishOrders } from "./order-load.ts";
import { keysFor, watchOrders } from "./order-watch.ts";
import { faultKeys, prepareService, waitUntil } from "./service-process.ts";
import { bookChange, bookMarkets, watchBooks } from "./watch-books.ts";
import { withFolder } from "./with-folder.ts";

/** The result of the run. */
export interface KillReport {
  readonly kills: number;
  readonly acknowledged: number;
  readonly published: number;
  readonly delivered: number;
  readonly reconnects: number;
  readonly bookChanges: number;
}

/** One in this many commands changes a book. */
const BOOK_EVERY = 4;
/** The number of clients that follow all books, in addition to the readers of orders. */
const BOOK_CLIENTS = 5;

/**
 * Kills the service a number of times under load.
 *
 * @throws Error if a frame was lost, duplicated or reordered.
 */
export function killServer(kills: number, clients: number): Promise<KillReport> {
  return withFolder(async (folder, undo) => {
    const keys = faultKeys(keysFor(clients + BOOK_CLIENTS));
    const [key] = keys;
    if (key === undefined) throw new Error("there is no key");
    const service = await prepareService({ folder }, keys);
    undo(() => service.end("SIGKILL"));
    const changes: number[] = [];
    function changeBook(): void {
      const number = changes.push(changes.length) - 1;
      const id = `book-${number}`;
      service.send(id, bookChange(id, number));
    }

    await service.start();
    for (const _ of bookMarkets) changeBook();
    await waitUntil(() => service.unanswered() === 0, "every market is open");
    const bookKey = keys.at(-1) ?? key;
    const bookClient = createStreamsClient(streamTransport({ url: service.url, ...bookKey }));
    const books = watchBooks(bookClient, BOOK_CLIENTS, folder);
    undo(() => books.close());
    const watch = watchOrders(service, keys, clients);
    undo(() => watch.close());
    const load = publishOrders(service, key, {
      window: 400,
      // Enough frames for some to be in flight at any moment, because clients take a while to return.
      burst: 5,
      everyMs: 10,
      onOrder: (published) => {
        if (published % BOOK_EVERY === 0) changeBook();
      },
    });
    for (let killed = 0; killed < kills; killed += 1) {
      const before = Math.max(...watch.clients.map(({ last }) => last));
      await waitUntil(
        () => watch.clients.every(({ last }) => last > before),
        "every client is live",
      );
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 500));
      await service.end("SIGKILL");
      await service.start();
    }
    await load.end();
    await watch.settle();
    await waitUntil(() => books.caughtUp(), "every book shows what the log has");
    books.check(changes);
    if (service.refusals.size > 0) {
      throw new Error(`it refused ${[...service.refusals.keys()].join(" and ")}`);
    }
    return {
      kills,
      acknowledged: service.answers.size - changes.length,
      published: load.published(),
      delivered: watch.delivered(),
      reconnects: watch.count("disconnected"),
      bookChanges: books.changes(),
    };
  });
}
