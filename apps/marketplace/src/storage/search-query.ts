import {
  type Bindings,
  createBindings,
  type SqlEngine,
  type SqlValue,
} from "@specwright/service/database";
import { listingColumns } from "./listing-columns.ts";
import type { ListingSearch, SearchOrder } from "./listing-search.ts";
import {
  bindDouble,
  categoryCondition,
  creationConditions,
  distanceFrom,
  fieldDrives,
  fieldFollows,
  nearConditions,
  priceConditions,
  rowWordsConditions,
  wordsCondition,
} from "./search-conditions.ts";
import { type Driver, drivingIndex } from "./search-plan.ts";
import { partsByStatus, visibleParts } from "./visible-listings.ts";

/** An SQL query and the values of its placeholders. */
export interface SearchQuery {
  readonly text: string;
  readonly values: readonly SqlValue[];
}

/** For each order, the column by which the results are sorted, and the direction. */
const ORDERS: Readonly<Record<SearchOrder, readonly [column: string | undefined, "ASC" | "DESC"]>> =
  {
    newest: [undefined, "DESC"],
    oldest: [undefined, "ASC"],
    cheapest: ["price_amount", "ASC"],
    dearest: ["price_amount", "DESC"],
    nearest: ["distance", "ASC"],
  };

/** The table that one SELECT of a query reads, and the condition on its rows. */
interface Source {
  readonly from: string;
  readonly condition: string;
  /** The column that contains the ids of the listings. */
  readonly id: string;
}

/**
 * Writes the query for a page of search results, ordered by `rank`. Each branch of the query reads
 * one index. The database merges the branches until the page is full. `narrow` (SQLite only) is a
 * filter that selects few listings; undefined if no filter does.
 */
export function searchQuery(
  search: ListingSearch,
  engine: SqlEngine,
  narrow?: Driver,
): SearchQuery {
  const query = createBindings();
  const [column, direction] = ORDERS[search.order];
  const order = column === undefined ? `id ${direction}` : `rank ${direction}, id ${direction}`;
  const driver = narrow ?? orderDriver(search);
  // When SQLite sorts, it sorts whole rows. The query therefore sorts only the ids, and then reads
  // the rows of the page.
  const isSorted = engine === "sqlite" && (column !== undefined || driver !== undefined);
  const branches = visibleSources(search, engine, query, driver).map((source) => {
    const { id } = source;
    const columns = isSorted ? `${id} AS id` : listingColumns.replace("id", `${id} AS id`);
    const rank = rankExpression(search, id, query);
    const conditions = conditionsOf(search, engine, query, driver);
    if (search.after !== undefined) {
      conditions.push(afterCondition(search, search.after, id, query));
    }
    return `SELECT ${columns}, ${rank} AS rank ${fromWhere(source, conditions)}`;
  });
  if (branches.length === 0) return { text: "SELECT id FROM listings WHERE 1 = 0", values: [] };
  const end = `ORDER BY ${order} LIMIT ${query.bind(search.limit)}`;
  if (engine === "postgres") {
    // The database uses the indexes only if each branch has its own limit.
    const parts = branches.map((text, at) => `SELECT * FROM (${text} ${end}) AS part${at}`);
    const text = branches.length === 1 ? branches.join("") : parts.join(" UNION ALL ");
    return { text: `${text} ${end}`, values: query.values };
  }
  if (!isSorted) return { text: `${branches.join(" UNION ALL ")} ${end}`, values: query.values };
  const text = `SELECT ${listingColumns.replace("id", "listings.id")}, rank
    FROM (${branches.join(" UNION ALL ")} ${end}) AS found
    CROSS JOIN listings ON listings.id = found.id ORDER BY ${order.replace("id ", "found.id ")}`;
  return { text, values: query.values };
}

/** Writes the query that counts the search results, up to a limit. */
export function countQuery(
  search: ListingSearch,
  engine: SqlEngine,
  most: number,
  narrow?: Driver,
): SearchQuery {
  const query = createBindings();
  const driver = narrow ?? (usesTextIndex(search) ? "words" : undefined);
  const branches = visibleSources(search, engine, query, driver).map((source) => {
    return `SELECT 1 ${fromWhere(source, conditionsOf(search, engine, query, driver))}`;
  });
  if (branches.length === 0) return { text: "SELECT 0 AS total", values: [] };
  const union = branches.join(" UNION ALL ");
  const found = `SELECT 1 FROM (${union}) AS branches LIMIT ${query.bind(most)}`;
  return { text: `SELECT count(*) AS total FROM (${found}) AS found`, values: query.values };
}

/** If a search has many results, returns the filter whose index has the order of the results. */
function orderDriver(search: ListingSearch): Driver | undefined {
  const { order } = search;
  if (order === "cheapest" || order === "dearest") return "price";
  if (order === "nearest") return "near";
  // The rows of the full-text table are ordered by id.
  return usesTextIndex(search) ? "words" : undefined;
}

/**
 * Reports whether to use the full-text index instead of the index by state. A search for a state
 * other than `publish` uses the index by state.
 */
function usesTextIndex({ words = [], status = "publish" }: ListingSearch): boolean {
  return words.length > 0 && status === "publish";
}

function fromWhere({ from, condition }: Source, conditions: readonly string[]): string {
  return `FROM ${from} WHERE ${[condition, ...conditions].join(" AND ")}`;
}

/**
 * Returns a source for each branch of the query. Together, they contain the listings that the
 * viewer may see.
 */
function visibleSources(
  search: ListingSearch,
  engine: SqlEngine,
  query: Bindings,
  driver: Driver | undefined,
): readonly Source[] {
  const parts = visibleParts(search, query);
  const id = "id";
  if (engine === "postgres") {
    return parts.map(({ condition }) => ({ from: "listings", condition, id }));
  }
  const isOfOwner = search.userId !== undefined;
  if (isOfOwner || (driver !== "words" && typeof driver !== "object")) {
    // The state is the first column of these indexes, so each state needs a branch.
    const walked = parts.flatMap((part) =>
      part.by === "nothing" && !isOfOwner ? partsByStatus(search.status) : [part],
    );
    return walked.map(({ condition, by }) => {
      const index = isOfOwner || by === "owner" ? "listings_by_user" : drivingIndex(driver);
      return { from: `listings INDEXED BY ${index}`, condition, id };
    });
  }
  if (parts.length === 0) return [];
  // All parts share one branch, because each further branch would read all rows of the driver
  // again.
  const condition = `(${parts.map((part) => part.condition).join(" OR ")})`;
  if (driver !== "words") return [{ from: "listings NOT INDEXED", condition, id }];
  const from = "listing_words CROSS JOIN listings NOT INDEXED ON listings.id = listing_words.rowid";
  return [{ from, condition, id: "listing_words.rowid" }];
}

function conditionsOf(
  search: ListingSearch,
  engine: SqlEngine,
  query: Bindings,
  driver: Driver | undefined,
): string[] {
  const { userId, status, words = [], categories, near, fields = [] } = search;
  const conditions: string[] = [];
  if (userId !== undefined) conditions.push(`user_id = ${query.bind(userId)}`);
  if (status !== undefined) conditions.push(`status = ${query.bind(status)}`);
  if (words.length > 0) {
    const isIndexed = engine === "postgres" || (driver === "words" && userId === undefined);
    if (isIndexed) conditions.push(wordsCondition(words, engine, query));
    else conditions.push(...rowWordsConditions(words, query));
  }
  if (categories !== undefined) conditions.push(categoryCondition(categories, query));
  conditions.push(...priceConditions(search, query), ...creationConditions(search, query));
  if (near !== undefined) conditions.push(...nearConditions(near, query));
  for (const filter of fields) {
    const drivesQuery = engine === "postgres" || filter === driver;
    conditions.push(drivesQuery ? fieldDrives(filter, query) : fieldFollows(filter, query));
  }
  return conditions;
}

function rankExpression({ order, near }: ListingSearch, id: string, query: Bindings): string {
  const [column] = ORDERS[order];
  return column === "distance" && near !== undefined ? distanceFrom(near, query) : (column ?? id);
}

function afterCondition(
  search: ListingSearch,
  { id: lastId, rank = 0 }: NonNullable<ListingSearch["after"]>,
  id: string,
  query: Bindings,
): string {
  const { order, near } = search;
  const [column, direction] = ORDERS[order];
  const beyond = direction === "ASC" ? ">" : "<";
  if (column === undefined) return `${id} ${beyond} ${query.bind(lastId)}`;
  const isDistance = column === "distance" && near !== undefined;
  const ordered = isDistance ? distanceFrom(near, query) : column;
  const value = isDistance ? bindDouble(rank, query) : query.bind(rank);
  return `(${ordered}, ${id}) ${beyond} (${value}, ${query.bind(lastId)})`;
}
