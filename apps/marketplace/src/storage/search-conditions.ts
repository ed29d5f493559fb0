import type { Bindings, SqlEngine, SqlValue } from "@specwright/service/database";
import type { SearchWord } from "../search/fold-words.ts";
import { distanceDegrees, squaredChord } from "../search/point.ts";
import type { FieldFilter, ListingSearch, SearchArea } from "./listing-search.ts";

/**
 * Returns the condition that a listing contains all words, for the full-text index. Words contain
 * only letters and digits, so the index cannot interpret them as operators.
 */
export function wordsCondition(
  words: readonly SearchWord[],
  engine: SqlEngine,
  query: Bindings,
): string {
  if (engine === "sqlite") {
    const text = words.map(({ word, isPrefix }) => `"${word}"${isPrefix ? "*" : ""}`).join(" AND ");
    return `listing_words.words MATCH ${query.bind(text)}`;
  }
  const text = words.map(({ word, isPrefix }) => `'${word}'${isPrefix ? ":*" : ""}`).join(" & ");
  return `word_vector @@ ${query.bind(text)}::tsquery`;
}

/**
 * Returns the conditions that a listing contains all words, for the text column of its row. Spaces
 * separate the words in this column.
 */
export function rowWordsConditions(words: readonly SearchWord[], query: Bindings): string[] {
  return words.map(({ word, isPrefix }) => {
    const text = query.bind(` ${word}${isPrefix ? "" : " "}`);
    return `instr(' ' || listings.words || ' ', ${text}) > 0`;
  });
}

/** Returns the condition that a listing is in one of the categories. */
export function categoryCondition(categories: readonly string[], query: Bindings): string {
  return `category IN (${categories.map(query.bind).join(", ")})`;
}

/** Returns the conditions on the currency and the amount of the price. */
export function priceConditions(
  { currency, minPrice, maxPrice }: ListingSearch,
  query: Bindings,
): string[] {
  return conditionsWithValue(query, [
    ["price_currency =", currency],
    ["price_amount >=", minPrice],
    ["price_amount <=", maxPrice],
  ]);
}

/** Returns the conditions on the creation time. */
export function creationConditions(
  { createdFrom, createdBefore }: ListingSearch,
  query: Bindings,
): string[] {
  return conditionsWithValue(query, [
    ["created_at >=", createdFrom],
    ["created_at <", createdBefore],
  ]);
}

/** Returns the conditions on the latitude, for listings within a distance of a point. */
export function areaConditions(near: SearchArea, query: Bindings): string[] {
  const degrees = distanceDegrees(near.radiusKm);
  return [
    `latitude >= ${bindDouble(near.latitude - degrees, query)}`,
    `latitude <= ${bindDouble(near.latitude + degrees, query)}`,
  ];
}

/** Returns the conditions on the latitude and on the exact distance. */
export function nearConditions(near: SearchArea, query: Bindings): string[] {
  return [
    ...areaConditions(near, query),
    `${distanceFrom(near, query)} <= ${bindDouble(squaredChord(near.radiusKm), query)}`,
  ];
}

/**
 * Returns the expression for the squared distance to a point. SQLite and PostgreSQL compute it by
 * the same steps, so that their results are equal.
 */
export function distanceFrom({ point: [x, y, z] }: SearchArea, query: Bindings): string {
  const [dx, dy, dz] = (
    [
      ["place_x", x],
      ["place_y", y],
      ["place_z", z],
    ] as const
  ).map(([column, value]) => `(${column} - ${bindDouble(value, query)})`);
  return `(${dx} * ${dx} + ${dy} * ${dy} + ${dz} * ${dz})`;
}

/** Binds a number that PostgreSQL must not treat as an integer. */
export function bindDouble(value: number, query: Bindings): string {
  return `CAST(${query.bind(value)} AS DOUBLE PRECISION)`;
}

/** Returns the conditions on the rows of a custom field. */
export function fieldConditions(
  { name, value, least, most }: FieldFilter,
  query: Bindings,
): string[] {
  return [
    `name = ${query.bind(name)}`,
    ...conditionsWithValue(query, [["value =", value]]),
    ...(least === undefined ? [] : [`number >= ${bindDouble(least, query)}`]),
    ...(most === undefined ? [] : [`number <= ${bindDouble(most, query)}`]),
  ];
}

/**
 * Returns a condition on a custom field. The database first finds all rows of the field that match,
 * and then their listings.
 */
export function fieldDrives(filter: FieldFilter, query: Bindings): string {
  const conditions = fieldConditions(filter, query).join(" AND ");
  return `listings.id IN (SELECT listing_id FROM listing_fields WHERE ${conditions})`;
}

/**
 * Returns a condition on a custom field. For each listing, the database finds the row of the field
 * by its primary key.
 */
export function fieldFollows(filter: FieldFilter, query: Bindings): string {
  const [name, ...others] = fieldConditions(filter, query);
  // For `+column`, SQLite does not use an index of this column.
  const conditions = [name, ...others.map((condition) => `+${condition}`)].join(" AND ");
  return `EXISTS (SELECT 1 FROM listing_fields WHERE listing_id = listings.id AND ${conditions})`;
}

function conditionsWithValue(
  query: Bindings,
  conditions: readonly (readonly [condition: string, value: SqlValue | undefined])[],
): string[] {
  return conditions.flatMap(([condition, value]) =>
    value === undefined ? [] : [`${condition} ${query.bind(value)}`],
  );
}
