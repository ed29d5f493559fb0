// Generates listings like those of a market with a long history. A few words occur in most
// listings, and most words occur in few. The listings are close to cities. The seed alone
// determines the listings.

import { type SeededRandom, seededRandom } from "@specwright/runtime/testing";

/** The number of listings. */
export const LISTINGS = 100_000;

const ROOTS = 20;
const BELOW = 5;
const WORDS = 8_000;
const CITIES = 200;
const CITY_SEED = 2_024;

/** A category and its direct subcategories. */
interface Category {
  readonly id: string;
  readonly name: string;
  readonly categories: readonly Category[];
}

/** The categories: a tree of two levels. */
export const categories: readonly Category[] = Array.from({ length: ROOTS }, (_, root) => ({
  id: `c${root}`,
  name: `Category ${root}`,
  categories: Array.from({ length: BELOW }, (__, at) => ({
    id: `c${root}-${at}`,
    name: `Category ${root}.${at}`,
    categories: [],
  })),
}));

/** For each category, its id and the ids of its subcategories. */
export const categoriesWithin: ReadonlyMap<string, readonly string[]> = new Map(
  categories.flatMap(({ id, categories: below }) => [
    [id, [id, ...below.map((each) => each.id)]],
    ...below.map((each): readonly [string, readonly string[]] => [each.id, [each.id]]),
  ]),
);

/** The ids of all categories. */
export const categoryIds: readonly string[] = [...categoriesWithin.keys()];

export const colors = [
  "black",
  "white",
  "red",
  "green",
  "blue",
  "yellow",
  "brown",
  "grey",
] as const;
export const currencies = ["EUR", "EUR", "EUR", "USD"] as const;
export const statuses = ["publish", "draft", "pending", "hidden", "trash"] as const;

/** The custom fields of listings. */
export const customFields = {
  color: { schema: { type: "string", enum: colors } },
  weight_kg: { schema: { type: "number" } },
  used: { schema: { type: "boolean" } },
};

const CONSONANTS = "bcdfghklmnprstvz";
const VOWELS = ["a", "e", "i", "o", "u", "é"];

/** Returns the word with a rank. Words with a lower rank are drawn more often. */
function catalogueWord(rank: number): string {
  let rest = rank;
  let word = "";
  do {
    word += CONSONANTS.charAt(rest % CONSONANTS.length);
    rest = Math.floor(rest / CONSONANTS.length);
    word += VOWELS[rest % VOWELS.length];
    rest = Math.floor(rest / VOWELS.length);
  } while (rest > 0);
  return `${word}${word.charAt(0)}`;
}

/** Returns a random word. The frequencies of words follow Zipf's law. */
export function drawWord(random: SeededRandom): string {
  return catalogueWord(drawLogarithmic(random, WORDS) - 1);
}

/** Returns a random integer from 1 to `most`. Its logarithm is uniformly distributed. */
function drawLogarithmic(random: SeededRandom, most: number): number {
  return Math.floor(Math.exp(random.next() * Math.log(most + 1)));
}

/** Returns a random price in minor units. */
export function drawAmount(random: SeededRandom): number {
  return 100 * drawLogarithmic(random, 10_000);
}

const cities = drawCities();

function drawCities(): readonly Place[] {
  const random = seededRandom(CITY_SEED);
  return Array.from({ length: CITIES }, () => ({
    latitude: random.between(-500, 650) / 10,
    // The longitude is not close to 180 degrees, so that all places near the city are valid.
    longitude: random.between(-1_790, 1_790) / 10,
  }));
}

/** A place on the earth, in degrees. */
interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

/** Returns a random place near a city. */
export function drawPlace(random: SeededRandom): Place {
  const { latitude, longitude } = random.pick(cities);
  const near = (degrees: number): number => (degrees * 1_000 + random.between(-300, 300)) / 1_000;
  return { latitude: near(latitude), longitude: near(longitude) };
}

/** The contents of a listing. */
export interface DrawnListing {
  readonly title: string;
  readonly description: string;
  readonly category?: string;
  readonly price?: { readonly amount: number; readonly currency: string };
  readonly location?: Place;
  readonly custom: Readonly<Record<string, unknown>>;
}

/** Returns a random listing. */
export function drawListing(random: SeededRandom): DrawnListing {
  const words = (count: number): string =>
    Array.from({ length: count }, () => drawWord(random)).join(" ");
  return {
    title: words(random.between(2, 6)),
    description: words(random.between(8, 40)),
    ...(random.chance(0.9) && { category: random.pick(categoryIds) }),
    ...(random.chance(0.8) && {
      price: { amount: drawAmount(random), currency: random.pick(currencies) },
    }),
    ...(random.chance(0.7) && { location: drawPlace(random) }),
    custom: {
      ...(random.chance(0.6) && { color: random.pick(colors) }),
      ...(random.chance(0.6) && { weight_kg: random.between(1, 4_000) / 8 }),
      ...(random.chance(0.3) && { used: random.chance(0.5) }),
    },
  };
}
