// Clients of the marketplace that write and read without end, and remember what was acknowledged.

import {
  createMarketplaceClient,
  type MarketplaceClient,
} from "@specwright/marketplace-api/client";
import { restTransport } from "@specwright/rest-client";
import { isSpecwrightError } from "@specwright/runtime";

/** What the clients know of a listing: the title acknowledged last, and the one in the air. */
export interface KnownListing {
  acknowledged: string;
  attempted: string | undefined;
}

/** Clients that write. */
export interface ListingLoad {
  /** By their ids. */
  readonly listings: ReadonlyMap<number, KnownListing>;
  /** Acknowledged writes of each client. */
  readonly writes: readonly number[];
  /** What the requests came to: a status, or why there was none. */
  readonly outcomes: ReadonlyMap<string, number>;
  /** Throws when a client had an answer that it must not get. */
  check(): void;
  /** How long the longest request took. */
  longestMs(): number;
  /** Ends when each client has finished what it was at. Rejects with what was wrong. */
  end(): Promise<void>;
}

/** Options of `loadListings`. */
export interface ListingLoadOptions {
  readonly baseUrl: string;
  /** Their passwords are all the same. */
  readonly usernames: readonly string[];
  readonly password: string;
  /** For a call of the SDK, in milliseconds. */
  readonly timeoutMs: number;
}

/** Starts the clients. They make listings under keys, so long until each is there, change and read them. */
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

  /** Counts and times each request, those that the SDK sends again included. */
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

  /** Asks until it is done: the key makes that safe. */
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

  /** Asks once: whether it was done is known when it was acknowledged only. */
  async function change(client: MarketplaceClient, id: number, title: string): Promise<void> {
    const known = listings.get(id);
    if (known === undefined) throw new Error(`nobody made listing ${id}`);
    known.attempted = title;
    const path = { listing_id: id };
    const changed = await answerOf(client.updateListing({ path, body: { title } }));
    if (changed === undefined || changed.status === 503) {
      // Made certain, before there is another change in the air.
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

/** Awaits an answer; nothing when the SDK gave up. */
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
