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
import { type PageQuery, visibleParts } from "./page-query.ts";

/** The columns by which listings are ordered, and the direction. */
const ORDERS: Readonly<Record<SearchOrder, readonly [column: string | undefined, "ASC" | "DESC"]>> =
  {
    newest: [undefined, "DESC"],
    oldest: [undefined, "ASC"],
    cheapest: ["price_amount", "ASC"],
    dearest: ["price_amount", "DESC"],
    nearest: ["distance", "ASC"],
  };

/** Writes the query for a page of found listings; `rank` is what they are ordered by. */
export function searchQuery(search: ListingSearch, engine: SqlEngine): PageQuery {
  const query = bindings();
  const [column, direction] = ORDERS[search.order];
  const order = column === undefined ? `id ${direction}` : `rank ${direction}, id ${direction}`;
  const branches = branchesOf(search, engine, query, `${listingColumns}, ${rankOf(search, query)}`);
  if (branches.length === 0) return { text: "SELECT id FROM listings WHERE 1 = 0", values: [] };
  const end = `ORDER BY ${order} LIMIT ${query.bind(search.limit)}`;
  const parts =
    engine === "postgres" && branches.length > 1
      ? branches.map((text, at) => `SELECT * FROM (${text} ${end}) AS part${at}`)
      : branches;
  return { text: `${parts.join(" UNION ALL ")} ${end}`, values: query.values };
}

/** Writes the query for the number of found listings, counted up to a limit. */
export function countQuery(search: ListingSearch, engine: SqlEngine, most: number): PageQuery {
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
): readonly string[] {
  const { words = [] } = search;
  // SQLite finds rows of a full-text table in the order of their ids.
  const source =
    engine === "sqlite" && words.length > 0
      ? "listing_words CROSS JOIN listings ON listings.id = listing_words.rowid"
      : "listings";
  return visibleParts(search, query).map((part) => {
    const conditions = [part, ...conditionsOf(search, engine, query)];
    return `SELECT ${columns} FROM ${source} WHERE ${conditions.join(" AND ")}`;
  });
}

function conditionsOf(search: ListingSearch, engine: SqlEngine, query: Bindings): string[] {
  const { userId, status, words = [], categories, currency, near, fields = [] } = search;
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
  add("price_currency =", currency);
  add("price_amount >=", search.minPrice);
  add("price_amount <=", search.maxPrice);
  add("created_at >=", search.createdFrom);
  add("created_at <", search.createdBefore);
  if (near !== undefined) conditions.push(...nearConditions(near, query));
  for (const filter of fields) conditions.push(fieldCondition(filter, query));
  if (search.after !== undefined) conditions.push(afterCondition(search, search.after, query));
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

function fieldCondition({ name, value, least, most }: FieldFilter, query: Bindings): string {
  const conditions = [`name = ${query.bind(name)}`];
  if (value !== undefined) conditions.push(`value = ${query.bind(value)}`);
  if (least !== undefined) conditions.push(`number >= ${real(least, query)}`);
  if (most !== undefined) conditions.push(`number <= ${real(most, query)}`);
  return `id IN (SELECT listing_id FROM listing_fields WHERE ${conditions.join(" AND ")})`;
}

function rankOf({ order, near }: ListingSearch, query: Bindings): string {
  const [column] = ORDERS[order];
  if (column === "distance" && near !== undefined) return `${distanceFrom(near, query)} AS rank`;
  return `${column ?? "id"} AS rank`;
}

function afterCondition(
  { order, near }: ListingSearch,
  { id, rank = 0 }: NonNullable<ListingSearch["after"]>,
  query: Bindings,
): string {
  const [column, direction] = ORDERS[order];
  const beyond = direction === "ASC" ? ">" : "<";
  if (column === undefined) return `id ${beyond} ${query.bind(id)}`;
  const isDistance = column === "distance" && near !== undefined;
  const ordered = isDistance ? distanceFrom(near, query) : column;
  const value = isDistance ? real(rank, query) : query.bind(rank);
  return `(${ordered}, id) ${beyond} (${value}, ${query.bind(id)})`;
}
