// Selects the index for a search on SQLite. SQLite cannot estimate how many rows a filter selects.
// With the wrong index, it would read all listings.

import { type Bindings, createBindings, type SqlValue } from "@specwright/service/database";
import type { FieldFilter, ListingSearch } from "./listing-search.ts";
import {
  areaConditions,
  categoryCondition,
  creationConditions,
  fieldConditions,
  priceConditions,
  wordsCondition,
} from "./search-conditions.ts";

/**
 * A filter that can drive a search: the database finds the listings by the index of this filter,
 * and then checks the other filters.
 */
export type Driver = "words" | "category" | "price" | "near" | "created" | FieldFilter;

/**
 * A query that counts the listings that a filter selects. The caller must append the maximum count
 * to `values`.
 */
export interface BreadthQuery {
  readonly driver: Driver;
  readonly text: string;
  readonly values: readonly SqlValue[];
}

/** Writes the queries that count the listings for each filter. */
export function breadthQueries(search: ListingSearch): readonly BreadthQuery[] {
  const { words = [], categories, currency, near, fields = [] } = search;
  const found: BreadthQuery[] = [];
  function addQuery(driver: Driver, from: string, conditions: (query: Bindings) => string[]): void {
    const query = createBindings();
    const where = conditions(query).join(" AND ");
    const rows = `SELECT 1 FROM ${from} WHERE ${where} LIMIT $${query.values.length + 1}`;
    const text = `SELECT count(*) AS total FROM (${rows}) AS counted`;
    found.push({ driver, text, values: query.values });
  }
  function addShown(driver: Driver, conditions: (query: Bindings) => string[]): void {
    addQuery(driver, `listings INDEXED BY ${drivingIndex(driver)}`, (query) => [
      "status = 'publish'",
      ...conditions(query),
    ]);
  }
  if (words.length > 0) {
    addQuery("words", "listing_words", (query) => [wordsCondition(words, "sqlite", query)]);
  }
  if (categories !== undefined) {
    addShown("category", (query) => [categoryCondition(categories, query)]);
  }
  for (const filter of fields) {
    addQuery(filter, "listing_fields", (query) => fieldConditions(filter, query));
  }
  if (near !== undefined) addShown("near", (query) => areaConditions(near, query));
  if (search.createdFrom !== undefined || search.createdBefore !== undefined) {
    addShown("created", (query) => creationConditions(search, query));
  }
  if (currency !== undefined) addShown("price", (query) => priceConditions(search, query));
  return found;
}

/**
 * Returns the name of the database index for a filter. All of these indexes start with the state.
 */
export function drivingIndex(driver: Driver | undefined): string {
  switch (driver) {
    case "category":
      return "listings_by_category";
    case "price":
      return "listings_by_price";
    case "near":
      return "listings_by_latitude";
    case "created":
      return "listings_by_creation";
    default:
      return "listings_by_status";
  }
}
