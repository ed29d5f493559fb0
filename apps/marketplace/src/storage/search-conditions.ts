import type { Bindings, SqlEngine, SqlValue } from "@specwright/service/database";
import type { SearchWord } from "../search/fold-words.ts";
import { distanceDegrees, squaredChord } from "../search/point.ts";
import type { FieldFilter, ListingSearch, SearchArea } from "./listing-search.ts";

/** Words contain only letters and digits, so they cannot be parsed as operators. */
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

/** Searches the words of a listing, which are separated by spaces. */
export function rowWordsConditions(words: readonly SearchWord[], query: Bindings): string[] {
  return words.map(({ word, isPrefix }) => {
    const text = query.bind(` ${word}${isPrefix ? "" : " "}`);
    return `instr(' ' || listings.words || ' ', ${text}) > 0`;
  });
}

/** One of the categories. */
export function categoryCondition(categories: readonly string[], query: Bindings): string {
  return `category IN (${categories.map(query.bind).join(", ")})`;
}

/** The currency, and the range of amounts. */
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

/** The range of times. */
export function creationConditions(
  { createdFrom, createdBefore }: ListingSearch,
  query: Bindings,
): string[] {
  return conditionsWithValue(query, [
    ["created_at >=", createdFrom],
    ["created_at <", createdBefore],
  ]);
}

/** The range of latitudes around a place. */
export function areaConditions(near: SearchArea, query: Bindings): string[] {
  const degrees = distanceDegrees(near.radiusKm);
  return [
    `latitude >= ${bindDouble(near.latitude - degrees, query)}`,
    `latitude <= ${bindDouble(near.latitude + degrees, query)}`,
  ];
}

/** The area, and the distance within it. */
export function nearConditions(near: SearchArea, query: Bindings): string[] {
  return [
    ...areaConditions(near, query),
    `${distanceFrom(near, query)} <= ${bindDouble(squaredChord(near.radiusKm), query)}`,
  ];
}

/**
 * Returns the expression for the squared distance to a point. Both engines compute it in the same
 * steps, so that their results are equal.
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

/** Selects the rows of a custom field. */
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

/** Selects the listings whose custom field has the value. */
export function fieldDrives(filter: FieldFilter, query: Bindings): string {
  const conditions = fieldConditions(filter, query).join(" AND ");
  return `listings.id IN (SELECT listing_id FROM listing_fields WHERE ${conditions})`;
}

/** Checks a custom field of one listing. The database finds the field by the primary key. */
export function fieldFollows(filter: FieldFilter, query: Bindings): string {
  const [name, ...others] = fieldConditions(filter, query);
  // With `+column`, SQLite does not use an index of that column.
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
