// Clients of the marketplace that write and read continuously, and record the acknowledged writes.

import {
  createMarketplaceClient,
  type MarketplaceClient,
} from "@specwright/marketplace-api/client";
import { restTransport } from "@specwright/rest/client";
import { isSpecwrightError } from "@specwright/runtime";

/** A listing as the clients know it: the last acknowledged title, and the pending one. */
export interface KnownListing {
  acknowledged: string;
  attempted: string | undefined;
}

/** Clients that write. */
export interface ListingLoad {
  /** By id. */
  readonly listings: ReadonlyMap<number, KnownListing>;
  /** The number of acknowledged writes of each client. */
  readonly writes: readonly number[];
  /** How often each result occurred: a status, or the reason of a failure. */
  readonly outcomes: ReadonlyMap<string, number>;
  /**
   * Checks the responses so far.
   * @throws Error if one was wrong.
   */
  check(): void;
  /** The duration of the longest request. */
  longestMs(): number;
  /** Stops when each client has finished its current request. Rejects with the first error. */
  end(): Promise<void>;
}

/** Options for `loadListings`. */
export interface ListingLoadOptions {
  readonly baseUrl: string;
  /** They share one password. */
  readonly usernames: readonly string[];
  readonly password: string;
  /** The timeout of an SDK call, in milliseconds. */
  readonly timeoutMs: number;
}

/**
 * Starts the clients. They create listings with idempotency keys, retrying until each exists, and
 * change and read them.
 */
export function loadListings(options: ListingLoadOptions): ListingLoad {
  const { baseUrl, usernames, password, timeoutMs } = options;
  const listings = new Map<number, KnownListing>();
  const writes = usernames.map(() => 0);
  const outcomes = new Map<string, number>();
  let longestMs = 0;
  let isOver = false;
  let failure: unknown;

  function count(outcome: string): void {
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  }

  /** Counts and times each request, including retries of the SDK. */
  async function timedFetch(...given: Parameters<typeof fetch>): Promise<Response> {
    const startedMs = performance.now();
    try {
      const response = await fetch(...given);
      count(`${response.status}`);
      return response;
    } catch (error) {
      count("no answer");
      throw error;
    } finally {
      longestMs = Math.max(longestMs, performance.now() - startedMs);
    }
  }

  function clientOf(token?: string): MarketplaceClient {
    const credentials = token === undefined ? {} : { session: token };
    return createMarketplaceClient(
      restTransport({ baseUrl, credentials, timeoutMs, fetch: timedFetch }),
    );
  }

  async function run(username: string, index: number): Promise<void> {
    const login = await clientOf().loginUser({
      body: { username_or_email: username, password },
    });
    if (login.status !== 200) throw new Error(`${username} cannot log in: ${login.status}`);
    const client = clientOf(login.body.data.token);
    const own: number[] = [];
    for (let step = 0; !isOver; step += 1) {
      const title = `${username} ${step}`;
      const changed = own[step % 3];
      if (changed === undefined || step % 3 === 0) own.unshift(await make(client, title));
      else if (step % 3 === 1) await change(client, changed, title);
      else await read(client, changed);
      writes[index] = (writes[index] ?? 0) + (step % 3 === 2 ? 0 : 1);
    }
  }

  /** Retries until it succeeds; the key makes this safe. */
  async function make(client: MarketplaceClient, title: string): Promise<number> {
    const headers = { "Idempotency-Key": `key of ${title}`.replaceAll(" ", "-") };
    for (;;) {
      const made = await answerOf(client.createListing({ headers, body: { title } }));
      if (made === undefined || made.status === 503 || made.status === 409) continue;
      if (made.status !== 201) throw new Error(`createListing: ${made.status}`);
      const { id } = made.body.data;
      listings.set(id, { acknowledged: title, attempted: undefined });
      return id;
    }
  }

  /** Tries once: only an acknowledgement shows success. */
  async function change(client: MarketplaceClient, id: number, title: string): Promise<void> {
    const known = listings.get(id);
    if (known === undefined) throw new Error(`nobody made listing ${id}`);
    known.attempted = title;
    const path = { listing_id: id };
    const changed = await answerOf(client.updateListing({ path, body: { title } }));
    if (changed === undefined || changed.status === 503) {
      // The change is settled before another one is sent.
      const seen = await read(client, id);
      if (seen === title) known.acknowledged = title;
      else if (seen !== known.acknowledged) throw new Error(`listing ${id} is ${seen}`);
      return;
    }
    if (changed.status !== 200) throw new Error(`updateListing: ${changed.status}`);
    known.acknowledged = title;
  }

  async function read(client: MarketplaceClient, id: number): Promise<string> {
    for (;;) {
      const found = await answerOf(client.getListing({ path: { listing_id: id } }));
      if (found === undefined || found.status === 503) continue;
      if (found.status !== 200) throw new Error(`getListing: ${found.status}`);
      return found.body.data.title;
    }
  }

  const running = Promise.all(usernames.map(run));
  running.catch((error: unknown) => {
    failure = error;
  });
  return {
    listings,
    writes,
    outcomes,
    check() {
      if (failure !== undefined) throw failure;
    },
    longestMs: () => Math.round(longestMs),
    async end() {
      isOver = true;
      await running;
    },
  };
}

/** Awaits a response; resolves with undefined if the SDK gave up. */
async function answerOf<Answer>(call: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await call;
  } catch (error) {
    if (isSpecwrightError(error) && (error.code === "network" || error.code === "timeout")) {
      return undefined;
    }
    throw error;
  }
}
