// The releases of the tests: dated, undated, and with a change of every class.

import type { Change } from "@specwright/diff";
import type { PublishedInterface, Release } from "@specwright/diff/changelog";

export const shop: PublishedInterface = {
  id: "shop",
  title: "Shop",
  url: "https://shop.example/docs/",
};

/** Returns a change. Its class is "breaking" by default. */
export function changeOf(parts: Partial<Change> & { readonly fingerprint: string }): Change {
  return {
    ruleId: "operation-removed",
    class: "breaking",
    surface: "wire",
    subject: { kind: "operation", name: "GET /orders" },
    affects: [],
    message: "GET /orders was removed.",
    why: "Clients that call it get an error.",
    ...parts,
  };
}

const removed = changeOf({
  fingerprint: "0123456789ab",
  base: { file: "specs/shop.yaml", pointer: "/paths/~1orders/get", line: 12, column: 5 },
});

const narrowed = changeOf({
  fingerprint: "aaaaaaaaaaaa",
  subject: { kind: "schema", name: "Order", path: "amount" },
  message: "The minimum of amount was raised from 0 to 1.",
  why: "The provider refuses values that it used to accept.",
  revision: { file: "/srv/build/shop.yaml", pointer: "", line: 40, column: 9 },
  affects: ["a", "b", "c", "d", "e"].map((name) => ({
    operation: `POST /${name}`,
    part: "request body",
    direction: "request",
  })),
  witness: { value: { amount: 0n, note: "<>" }, validIn: "base" },
});

const deprecated = changeOf({
  fingerprint: "bbbbbbbbbbbb",
  class: "deprecation",
  subject: { kind: "operation", name: "GET /carts" },
  message: "GET /carts is deprecated.",
  why: "It is going to be removed.",
  sunset: "2025-01-01",
});

const added = changeOf({
  ruleId: "operation-added",
  class: "non-breaking",
  fingerprint: "cccccccccccc",
  subject: { kind: "operation", name: "GET /vouchers" },
  message: "GET /vouchers was added.",
  why: "No client calls it yet.",
});

/** Five releases, the oldest first; the second has no date. */
export const history: readonly Release[] = [
  {
    interface: shop,
    version: "1.0.0",
    date: "2022-05-02",
    notes: "Eleven endpoints.",
    changes: [],
  },
  { interface: shop, version: "2.0.0", changes: [removed] },
  {
    interface: shop,
    version: "2.1.0",
    date: "2023-01-31T12:30:00.250+02:00",
    changes: [deprecated, added],
    operationTags: { "GET /carts": ["carts"], "GET /vouchers": ["money", "carts"] },
  },
  {
    interface: shop,
    version: "3.0.0",
    date: "2024-02-29",
    revised: "2024-03-01",
    title: "Whole amounts",
    notes:
      "# Why\n\nSee [the guide](../guide) and ![a plan](plan.png).\n\n<script>alert(1)</script>",
    changes: [narrowed, deprecated, added],
  },
  {
    interface: { id: "stream", title: "Stream", url: "https://shop.example/stream" },
    version: "1.0.0",
    date: "2024-02-29",
    changes: [added],
  },
];

/** The options of most feeds in the tests. */
export const options = {
  title: "Changes",
  siteUrl: "https://shop.example/changelog",
  releaseUrl: ({ interface: { id }, version }: Release) =>
    `https://shop.example/changelog/${[id, version].map(segment).join("/")}`,
  authority: "shop.example,2022",
} as const;

function segment(name: string): string {
  return encodeURIComponent(name.toWellFormed());
}
