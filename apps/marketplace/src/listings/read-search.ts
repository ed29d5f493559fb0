import type { FieldError, ListListingsRequest } from "@specwright/marketplace-api/types";
import type { Caller } from "../caller.ts";
import type { CustomFields } from "../custom-fields/compile-custom-fields.ts";
import type { Categories } from "../search/categories.ts";
import { searchWords } from "../search/fold-words.ts";
import { toPoint } from "../search/point.ts";
import type { FieldFilter, SearchArea, SearchFilters } from "../storage/listing-search.ts";

/** The query of `GET /listings`. */
export type ListingQuery = NonNullable<ListListingsRequest["query"]>;

/** The declared fields and categories that filters may use. */
export interface SearchContext {
  readonly categories: Categories;
  readonly fields: CustomFields;
  readonly caller: Caller | undefined;
}

/** The parsed filters, or their issues. */
export type ReadSearch =
  | { readonly filters: SearchFilters }
  | { readonly errors: readonly FieldError[] };

const DEFAULT_RADIUS_KM = 50;

/** Parses the filters of a query. */
export function readSearch(query: ListingQuery, context: SearchContext): ReadSearch {
  const errors: FieldError[] = [];
  function addError(parameter: string, code: string, message: string): void {
    errors.push({ in: "query", pointer: `/${parameter}`, code, message });
  }
  const { currency, near, sort, q, category } = query;
  const words = q === undefined ? [] : searchWords(q);
  if (q !== undefined && words.length === 0) {
    addError("q", "no_words", "Contains no letter or digit.");
  }
  const categories = category === undefined ? undefined : context.categories.within(category);
  if (category !== undefined && categories === undefined) {
    addError(
      "category",
      "unknown_category",
      "Unknown category. GET /categories lists all categories.",
    );
  }
  for (const name of ["min_price", "max_price"] as const) {
    if (query[name] !== undefined && currency === undefined) {
      addError(
        name,
        "needs_currency",
        "Requires `currency`, because prices in different currencies cannot be compared.",
      );
    }
  }
  if ((sort === "cheapest" || sort === "dearest") && currency === undefined) {
    addError(
      "sort",
      "needs_currency",
      "Requires `currency`, because prices in different currencies cannot be compared.",
    );
  }
  if (near === undefined && sort === "nearest") addError("sort", "needs_near", "Requires `near`.");
  if (near === undefined && query.radius_km !== undefined) {
    addError("radius_km", "needs_near", "Requires `near`.");
  }
  const place = near === undefined ? undefined : readPlace(near, query.radius_km);
  if (near !== undefined && place === undefined) {
    addError("near", "range", "Is beyond 90 degrees of latitude or 180 degrees of longitude.");
  }
  const times = { created_after: Number.NaN, created_before: Number.NaN };
  for (const name of ["created_after", "created_before"] as const) {
    const text = query[name];
    if (text === undefined) continue;
    times[name] = Date.parse(text);
    // A leap second matches the pattern, but no timestamp can represent it.
    if (Number.isNaN(times[name])) addError(name, "range", "Is not a valid time.");
  }
  const fields: FieldFilter[] = [];
  for (const text of query.field ?? []) {
    const filter = readField(text, context);
    if (filter !== undefined) fields.push(filter);
    else addError("field", "unknown_field", `Unknown filter field: ${text.slice(0, 64)}`);
  }
  if (errors.length > 0) return { errors };
  return {
    filters: {
      ...(words.length > 0 && { words }),
      ...(categories !== undefined && { categories }),
      ...(currency !== undefined && { currency }),
      ...(query.min_price !== undefined && { minPrice: query.min_price }),
      ...(query.max_price !== undefined && { maxPrice: query.max_price }),
      ...(place !== undefined && { near: place }),
      ...(query.created_after !== undefined && { createdFrom: times.created_after }),
      ...(query.created_before !== undefined && {
        createdBefore: times.created_before,
      }),
      ...(fields.length > 0 && { fields }),
    },
  };
}

function readPlace(near: string, radiusKm = DEFAULT_RADIUS_KM): SearchArea | undefined {
  const [latitude = Number.NaN, longitude = Number.NaN] = near.split(",").map(Number);
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return undefined;
  return { point: toPoint({ latitude, longitude }), latitude, radiusKm };
}

const RANGE = /^(-?\d+(?:\.\d+)?)?\.\.(-?\d+(?:\.\d+)?)?$/;

/**
 * Parses `NAME:VALUE` or `NAME:LEAST..MOST`. Returns undefined if the caller cannot see a field
 * with this name.
 */
function readField(text: string, { fields, caller }: SearchContext): FieldFilter | undefined {
  const name = text.slice(0, text.indexOf(":"));
  const value = text.slice(name.length + 1);
  const field = fields.get(name);
  const moderates = caller !== undefined && caller.role !== "member";
  if (field === undefined || (field.public === false && !moderates)) return undefined;
  const [, least, most] = RANGE.exec(value) ?? [];
  if (least === undefined && most === undefined) return { name, value };
  return {
    name,
    ...(least !== undefined && { least: Number(least) }),
    ...(most !== undefined && { most: Number(most) }),
  };
}
