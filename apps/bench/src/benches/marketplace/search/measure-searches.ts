// Sends random searches one after the other, while another client writes.

import { setTimeout as sleep } from "node:timers/promises";
import { type SeededRandom, seededRandom } from "@specwright/runtime/testing";
import { cpuMicrosOf } from "../../../pinned-process.ts";
import type { RequestOutline } from "../route-load.ts";
import type { Server } from "../servers.ts";
import { drawListing } from "./catalogue.ts";
import { type DrawnSearch, drawSearch, searchRequest } from "./draw-search.ts";
import type { Catalogue } from "./write-catalogue.ts";

/** A completed search. */
export interface MeasuredSearch {
  readonly kinds: readonly string[];
  readonly target: string;
  /**
   * The CPU time of the server since the end of the previous search, in microseconds. It includes
   * the writes in this time.
   */
  readonly cpuMicros: number;
}

/** Options for `measureSearches`. */
export interface MeasureSearchesOptions {
  readonly server: Server;
  readonly catalogue: Catalogue;
  /** The number of searches to send. */
  readonly count: number;
}

const SEED = 2_000;
const WARM_UP = 300;
/**
 * The time between the starts of two writes, in milliseconds. It corresponds to 2,000 writes per
 * minute.
 */
const WRITE_EVERY_MS = 30;

/** Measures random searches. Rejects if the server refuses a search or a write. */
export async function measureSearches(
  options: MeasureSearchesOptions,
): Promise<readonly MeasuredSearch[]> {
  const { server, catalogue, count } = options;
  const random = seededRandom(SEED);
  const found: MeasuredSearch[] = [];
  const writer = startWriter(server, catalogue);
  try {
    let next: DrawnSearch | undefined;
    let before = await settledMicros(server);
    for (let at = -WARM_UP; at < count; at += 1) {
      const search = next ?? drawSearch(random, catalogue);
      const request = searchRequest(search);
      const page = (await askServer(server, request)) as { readonly next_cursor: string | null };
      const after = await settledMicros(server);
      const { kinds } = search;
      if (at >= 0) found.push({ kinds, target: request.target, cpuMicros: after - before });
      before = after;
      next = random.chance(0.4) ? nextPage(search, page.next_cursor) : undefined;
    }
  } finally {
    await writer.stop();
  }
  return found;
}

function nextPage(search: DrawnSearch, cursor: string | null): DrawnSearch | undefined {
  if (cursor === null) return undefined;
  const { count: _, ...query } = search.query;
  const kinds = search.kinds.filter((kind) => kind !== "count" && kind !== "cursor");
  return { ...search, kinds: [...kinds, "cursor"], query: { ...query, cursor } };
}

/**
 * Waits until the server has finished all work that it does after the response. Returns the CPU
 * time of the server.
 */
async function settledMicros({ process: child }: Server): Promise<number> {
  let last = await cpuMicrosOf(child);
  for (;;) {
    await sleep(1);
    const now = await cpuMicrosOf(child);
    if (now === last) return now;
    last = now;
  }
}

interface Writer {
  /** Stops, and waits for the last responses. Rejects if the server refused a write. */
  stop(): Promise<void>;
}

/**
 * Starts to create and update listings at a steady rate. The rate does not depend on the response
 * times.
 */
function startWriter(server: Server, catalogue: Catalogue): Writer {
  const random = seededRandom(SEED + 1);
  const pending: Promise<unknown>[] = [];
  const timer = setInterval(() => {
    const answered = askServer(server, drawWrite(random, catalogue));
    // `stop` reports the failure.
    answered.catch(() => {});
    pending.push(answered);
  }, WRITE_EVERY_MS);
  return {
    async stop() {
      clearInterval(timer);
      await Promise.all(pending);
    },
  };
}

function drawWrite(random: SeededRandom, { tokens, listingIds }: Catalogue): RequestOutline {
  const { custom, ...parts } = drawListing(random);
  const body = { ...parts, ...custom };
  if (random.chance(0.3)) return { target: "/v1/listings", token: tokens.member, body };
  return { target: `/v1/listings/${random.pick(listingIds)}`, token: tokens.admin, body };
}

async function askServer(
  { port }: Server,
  { target, token, body }: RequestOutline,
): Promise<unknown> {
  const response = await fetch(`http://127.0.0.1:${port}${target}`, {
    method: body === undefined ? "GET" : "POST",
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${target} answers ${response.status}: ${text}`);
  return JSON.parse(text);
}
