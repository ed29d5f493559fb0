import {
  type Bindings,
  bindings,
  type SqlEngine,
  type SqlValue,
} from "@specwright/service/database";
import type { SearchWord } from "../search/fold-words.ts";
import { degreesOf, squaredChord } from "../search/point.ts";
import { listingColumns } from "./listing-columns.ts";
import type { FieldFilter, ListingSearch, SearchOrder, Surroundings } from "./listing-search.ts";
import { visibleParts } from "./visible-listings.ts";

/** A query with its values. */
export interface SearchQuery {
  readonly text: string;
  readonly values: readonly SqlValue[];
}

/** The columns by which listings are ordered, and the direction. */
const ORDERS: Readonly<Record<SearchOrder, readonly [column: string | undefined, "ASC" | "DESC"]>> =
  {
    newest: [undefined, "DESC"],
    oldest: [undefined, "ASC"],
    cheapest: ["price_amount", "ASC"],
    dearest: ["price_amount", "DESC"],
    nearest: ["distance", "ASC"],
  };

/** A filter by its place in the search: the price, or a custom field. */
export type FilterPart = "price" | FieldFilter;

/** A filter that may select many listings, and the query that counts them up to a limit. */
export interface BreadthQuery extends SearchQuery {
  readonly part: FilterPart;
}

/**
 * A filter that selects more listings than this is checked for one listing after the other in their
 * order; otherwise, all that it selects are sorted. SQLite cannot tell by itself.
 */
export const BROAD = 2_000;

/** Writes the queries that show whether a filter selects more than `BROAD` listings. */
export function breadthQueries(search: ListingSearch): readonly BreadthQuery[] {
  const { order, currency, fields = [] } = search;
  const priced: BreadthQuery[] = [];
  if (currency !== undefined && (order === "newest" || order === "oldest")) {
    const query = bindings();
    const conditions = ["status = 'publish'", ...priceConditions(search, query)].join(" AND ");
    priced.push({ part: "price", ...countTo(`listings WHERE ${conditions}`, query) });
  }
  const ofFields = fields.map((filter): BreadthQuery => {
    const query = bindings();
    const conditions = fieldConditions(filter, query).join(" AND ");
    return { part: filter, ...countTo(`listing_fields WHERE ${conditions}`, query) };
  });
  return [...priced, ...ofFields];
}

function countTo(from: string, query: Bindings): SearchQuery {
  const rows = `SELECT 1 FROM ${from} LIMIT ${query.bind(BROAD + 1)}`;
  return { text: `SELECT count(*) AS total FROM (${rows}) AS counted`, values: query.values };
}

/**
 * Writes the query for a page of found listings; `rank` is what they are ordered by. Without filters,
 * each branch walks one index, and the engine merges the branches until it has a page, so that every
 * page costs the same. `broad`: the filters that select many.
 */
export function searchQuery(
  search: ListingSearch,
  engine: SqlEngine,
  broad: ReadonlySet<FilterPart> = new Set(),
): SearchQuery {
  const query = bindings();
  const [column, direction] = ORDERS[search.order];
  const order = column === undefined ? `id ${direction}` : `rank ${direction}, id ${direction}`;
  const rank = rankOf(search, engine, query);
  const columns = listingColumns.replace("id", `${idOf(search, engine)} AS id`);
  const branches = branchesOf(search, engine, query, `${columns}, ${rank}`, broad);
  if (branches.length === 0) return { text: "SELECT id FROM listings WHERE 1 = 0", values: [] };
  const end = `ORDER BY ${order} LIMIT ${query.bind(search.limit)}`;
  // PostgreSQL walks the indexes only if each branch has a limit of its own. SQLite would copy and
  // sort the rows of such a branch, which doubles its time.
  const parts =
    engine === "postgres" && branches.length > 1
      ? branches.map((text, at) => `SELECT * FROM (${text} ${end}) AS part${at}`)
      : branches;
  return { text: `${parts.join(" UNION ALL ")} ${end}`, values: query.values };
}

/** Writes the query for the number of found listings, counted up to a limit. */
export function countQuery(search: ListingSearch, engine: SqlEngine, most: number): SearchQuery {
  const query = bindings();
  const { after: _, ...all } = search;
  const branches = branchesOf(all, engine, query, "1");
  if (branches.length === 0) return { text: "SELECT 0 AS total", values: [] };
  const union = branches.join(" UNION ALL ");
  const found = `SELECT 1 FROM (${union}) AS branches LIMIT ${query.bind(most)}`;
  return { text: `SELECT count(*) AS total FROM (${found}) AS found`, values: query.values };
}

function branchesOf(
  search: ListingSearch,
  engine: SqlEngine,
  query: Bindings,
  columns: string,
  broad: ReadonlySet<FilterPart> = new Set(),
): readonly string[] {
  const source = isByWords(search, engine)
    ? "listing_words CROSS JOIN listings ON listings.id = listing_words.rowid"
    : "listings";
  return visibleParts(search, query).map((part) => {
    const conditions = [part, ...conditionsOf(search, engine, query, broad)];
    return `SELECT ${columns} FROM ${source} WHERE ${conditions.join(" AND ")}`;
  });
}

/** SQLite finds the rows of a full-text table in the order of their ids, if it is asked for these. */
function isByWords({ words = [] }: ListingSearch, engine: SqlEngine): boolean {
  return engine === "sqlite" && words.length > 0;
}

function idOf(search: ListingSearch, engine: SqlEngine): string {
  return isByWords(search, engine) ? "listing_words.rowid" : "id";
}

function conditionsOf(
  search: ListingSearch,
  engine: SqlEngine,
  query: Bindings,
  broad: ReadonlySet<FilterPart>,
): string[] {
  const { userId, status, words = [], categories, near, fields = [] } = search;
  const conditions: string[] = [];
  const add = (condition: string, value: SqlValue | undefined): void => {
    if (value !== undefined) conditions.push(`${condition} ${query.bind(value)}`);
  };
  add("user_id =", userId);
  add("status =", status);
  if (words.length > 0) conditions.push(wordsCondition(words, engine, query));
  if (categories !== undefined) {
    conditions.push(`category IN (${categories.map(query.bind).join(", ")})`);
  }
  const isBroad = broad.has("price") || isByWords(search, engine);
  conditions.push(...priceConditions(search, query, isBroad && engine === "sqlite"));
  add("created_at >=", search.createdFrom);
  add("created_at <", search.createdBefore);
  if (near !== undefined) conditions.push(...nearConditions(near, query));
  for (const filter of fields) conditions.push(fieldCondition(filter, query, broad.has(filter)));
  if (search.after !== undefined) {
    conditions.push(afterCondition(search, search.after, engine, query));
  }
  return conditions;
}

/** `withoutIndex`: for SQLite, whose indexes are not used for `+column`. */
function priceConditions(
  { currency, minPrice, maxPrice }: ListingSearch,
  query: Bindings,
  withoutIndex: boolean = false,
): string[] {
  const sign = withoutIndex ? "+" : "";
  const conditions: string[] = [];
  if (currency !== undefined) conditions.push(`${sign}price_currency = ${query.bind(currency)}`);
  if (minPrice !== undefined) conditions.push(`${sign}price_amount >= ${query.bind(minPrice)}`);
  if (maxPrice !== undefined) conditions.push(`${sign}price_amount <= ${query.bind(maxPrice)}`);
  return conditions;
}

/** Words consist of letters and digits, so that neither engine finds an operator in them. */
function wordsCondition(words: readonly SearchWord[], engine: SqlEngine, query: Bindings): string {
  if (engine === "sqlite") {
    const text = words.map(({ word, isPrefix }) => `"${word}"${isPrefix ? "*" : ""}`).join(" AND ");
    return `listing_words.words MATCH ${query.bind(text)}`;
  }
  const text = words.map(({ word, isPrefix }) => `'${word}'${isPrefix ? ":*" : ""}`).join(" & ");
  return `word_vector @@ ${query.bind(text)}::tsquery`;
}

function nearConditions(near: Surroundings, query: Bindings): string[] {
  const degrees = degreesOf(near.radiusKm);
  return [
    `latitude >= ${real(near.latitude - degrees, query)}`,
    `latitude <= ${real(near.latitude + degrees, query)}`,
    `${distanceFrom(near, query)} <= ${real(squaredChord(near.radiusKm), query)}`,
  ];
}

/** The square of the straight line to a point, in the same steps in both engines. */
function distanceFrom({ point: [x, y, z] }: Surroundings, query: Bindings): string {
  const [dx, dy, dz] = (
    [
      ["place_x", x],
      ["place_y", y],
      ["place_z", z],
    ] as const
  ).map(([column, value]) => `(${column} - ${real(value, query)})`);
  return `(${dx} * ${dx} + ${dy} * ${dy} + ${dz} * ${dz})`;
}

function real(value: number, query: Bindings): string {
  return `CAST(${query.bind(value)} AS DOUBLE PRECISION)`;
}

function fieldCondition(filter: FieldFilter, query: Bindings, isBroad: boolean): string {
  const conditions = fieldConditions(filter, query, isBroad).join(" AND ");
  return isBroad
    ? `EXISTS (SELECT 1 FROM listing_fields WHERE listing_id = listings.id AND ${conditions})`
    : `listings.id IN (SELECT listing_id FROM listing_fields WHERE ${conditions})`;
}

/** `withoutIndex`: as for prices. */
function fieldConditions(
  { name, value, least, most }: FieldFilter,
  query: Bindings,
  withoutIndex: boolean = false,
): string[] {
  const sign = withoutIndex ? "+" : "";
  const conditions = [`name = ${query.bind(name)}`];
  if (value !== undefined) conditions.push(`${sign}value = ${query.bind(value)}`);
  if (least !== undefined) conditions.push(`${sign}number >= ${real(least, query)}`);
  if (most !== undefined) conditions.push(`${sign}number <= ${real(most, query)}`);
  return conditions;
}

function rankOf(search: ListingSearch, engine: SqlEngine, query: Bindings): string {
  const { order, near } = search;
  const [column] = ORDERS[order];
  if (column === "distance" && near !== undefined) return `${distanceFrom(near, query)} AS rank`;
  return `${column ?? idOf(search, engine)} AS rank`;
}

function afterCondition(
  search: ListingSearch,
  { id, rank = 0 }: NonNullable<ListingSearch["after"]>,
  engine: SqlEngine,
  query: Bindings,
): string {
  const { order, near } = search;
  const [column, direction] = ORDERS[order];
  const beyond = direction === "ASC" ? ">" : "<";
  if (column === undefined) return `${idOf(search, engine)} ${beyond} ${query.bind(id)}`;
  const isDistance = column === "distance" && near !== undefined;
  const ordered = isDistance ? distanceFrom(near, query) : column;
  const value = isDistance ? real(rank, query) : query.bind(rank);
  return `(${ordered}, id) ${beyond} (${value}, ${query.bind(id)})`;
}
