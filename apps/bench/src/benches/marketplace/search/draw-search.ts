// Generates searches like those of users of a market. Each has some of the filters, and an order.

import { type SeededRandom, seededRandom } from "@specwright/runtime/testing";
import { type RequestOutline, type RouteLoad, requestText } from "../route-load.ts";
import {
  categoryIds,
  colors,
  currencies,
  drawAmount,
  drawPlace,
  drawWord,
  statuses,
} from "./catalogue.ts";
import type { Catalogue } from "./write-catalogue.ts";

export interface DrawnSearch {
  /** The names of the filters, the order and the kind of sender. */
  readonly kinds: readonly string[];
  readonly query: Readonly<Record<string, string>>;
  readonly token?: string;
}

const orders = ["newest", "newest", "oldest", "cheapest", "dearest", "nearest"] as const;
const pages = ["10", "20", "20", "50"] as const;
const DAY_MS = 24 * 60 * 60 * 1000;
/** The probability with which a search has a filter. */
const ODDS = 0.25;

/** Returns a random search. It can have any filters. */
export function drawSearch(random: SeededRandom, { tokens, ownerIds }: Catalogue): DrawnSearch {
  const query: Record<string, string> = {};
  const kinds: string[] = [];
  const has = (): boolean => random.chance(ODDS);
  function add(kind: string, parameters: Readonly<Record<string, string>>): void {
    kinds.push(kind);
    Object.assign(query, parameters);
  }
  const order = random.pick(orders);
  add(`sort ${order}`, { sort: order, limit: random.pick(pages) });
  if (random.chance(0.5)) {
    const [word, other] = [drawWord(random), drawWord(random)];
    if (random.chance(0.2)) {
      add("beginning of a word", { q: `${word.slice(0, random.between(2, 3))}*` });
    } else if (has()) add("two words", { q: `${word} ${other}` });
    else add("a word", { q: word });
  }
  if (has()) add("category", { category: random.pick(categoryIds) });
  if (order === "cheapest" || order === "dearest" || has()) {
    const [one, other] = [drawAmount(random), drawAmount(random)];
    add("price", {
      currency: random.pick(currencies),
      ...(has() && { min_price: `${Math.min(one, other)}` }),
      ...(has() && { max_price: `${Math.max(one, other)}` }),
    });
  }
  if (order === "nearest" || has()) {
    const { latitude, longitude } = drawPlace(random);
    const radius_km = `${random.pick([5, 25, 50, 500, 5_000])}`;
    add(`within ${radius_km} km`, {
      near: `${latitude.toFixed(3)},${longitude.toFixed(3)}`,
      radius_km,
    });
  }
  if (random.chance(0.1)) {
    const since = Date.UTC(2024, 0, 1) + random.below(700) * DAY_MS;
    add("created after", { created_after: new Date(since).toISOString() });
  }
  if (has()) {
    const least = random.between(0, 400);
    const [kind, field] = random.pick([
      ["field, a value", `color:${random.pick(colors)}`],
      ["field, a range", `weight_kg:${least}..${least + random.pick([5, 100])}`],
    ] as const);
    add(kind, { field });
  }
  if (random.chance(0.1)) add("owner", { user_id: `${random.pick(ownerIds)}` });
  if (random.chance(0.1)) {
    const status = random.pick(statuses);
    add(`status ${status}`, { status });
  }
  if (has()) add("count", { count: "true" });
  const caller = random.pick(["member", "member", "moderator", "admin"] as const);
  if (random.chance(0.5)) return { kinds: [...kinds, "by anybody"], query };
  return { kinds: [...kinds, `by a ${caller}`], query, token: tokens[caller] };
}

export function searchRequest({
  query,
  token,
}: Pick<DrawnSearch, "query" | "token">): RequestOutline {
  const target = `/v1/listings?${new URLSearchParams(query)}`;
  return { target, ...(token !== undefined && { token }) };
}

const SEED = 1_000;

/**
 * Returns random searches of a kind that peers implement, too: words, a category and a price range,
 * newest first. Half of the searches are sent with a session.
 */
export function commonSearches({ tokens }: Catalogue, count: number): readonly RequestOutline[] {
  const random = seededRandom(SEED);
  return Array.from({ length: count }, () => {
    const [one, other] = [drawAmount(random), drawAmount(random)];
    const query = {
      q: random.chance(0.3) ? `${drawWord(random)} ${drawWord(random)}` : drawWord(random),
      category: random.pick(categoryIds),
      currency: random.pick(currencies),
      min_price: `${Math.min(one, other)}`,
      max_price: `${Math.max(one, other)}`,
      limit: "20",
    };
    return searchRequest({ query, ...(random.chance(0.5) && { token: tokens.member }) });
  });
}

/** Returns the load of common searches. */
export function searchLoad(catalogue: Catalogue): RouteLoad {
  return {
    name: "search",
    hasSteps: false,
    warmUp: 800,
    slice: 200,
    requests: commonSearches(catalogue, 1_000).map(requestText),
  };
}
