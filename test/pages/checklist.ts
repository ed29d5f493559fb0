// The features that API pages must have.

import { mainPages } from "./main-pages.ts";

const { operation, comparison, changelog } = mainPages;
/** A version other than the newest. */
export const older = "/marketplace/versions/4";
const inBrowser = "test/pages/in-browser.test.ts";
const everyPage = "test/pages/every-page.test.ts";
const schemaPages = "generators/site/test/schema-pages.test.ts";
const console = "test/browser/console.test.ts";

/** A page, and texts that it contains. */
type Shown = readonly [path: string, ...texts: (string | RegExp)[]];
/** A test file, and parts of its test names. */
type Proof = readonly [file: string, ...names: string[]];

/** A feature, and its proofs. */
export interface Point {
  /** The contents of pages. */
  readonly shown?: readonly Shown[];
  /** The tests that prove it. */
  readonly proofs?: readonly Proof[];
}

/** The features by number and name. */
export const points: Readonly<Record<string, Point>> = {
  "1. readable without JavaScript": {
    proofs: [[inBrowser, "the content is the same without JavaScript"]],
  },
  "2. nothing inline, and a policy": {
    proofs: [
      [everyPage, "has a strict policy", "has no script and no style in itself"],
      [inBrowser, "no message in the console"],
    ],
  },
  "3. small pages and scripts": {
    proofs: [[everyPage, "has less than 100 kB", "the scripts of all pages together"]],
  },
  "4. version, status and date": {
    shown: [
      [operation, /version-text">1\.0 \(#5\)<.*status">newest<.*datetime="2026-11-24"/],
      [`${older}/`, /version-text">1\.0 \(#4\)<.*status">older version</],
    ],
  },
  "5. the switch keeps the page, or says that it is missing": {
    shown: [
      [
        "/marketplace/operations/update-listing.html",
        '"../versions/4/operations/update-listing.html"',
      ],
      [operation, /versions\/4\/index\.html"[^>]*>1\.0 \(#4\)<.*without this page/],
    ],
  },
  "6. addresses of the newest, for search engines, too": {
    shown: [
      [
        `${older}/operations/update-listing.html`,
        /canonical" href="[^"]*\/marketplace\/operations\/update-listing\.html"/,
      ],
    ],
  },
  "7. a banner on older versions": {
    shown: [
      [
        `${older}/operations/update-listing.html`,
        /class="banner".*an older version.*The same page in 1\.0 \(#5\)/,
      ],
    ],
  },
  "8. headings, landmarks, skip link": {
    proofs: [
      [everyPage, "has one main heading", "has headings in order", "has landmarks"],
      [inBrowser, "can skip to the content"],
    ],
  },
  "9. unique titles": {
    shown: [[operation, "<title>Create a listing – Marketplace 1.0 (#5)</title>"]],
    proofs: [[everyPage, "pages have different titles"]],
  },
  "10. an anchor at every field": { proofs: [[everyPage, "has a field with an anchor in sight"]] },
  "11. anchors clear the header": { proofs: [[inBrowser, "shows it below the header"]] },
  "12. ids survive edits": {
    proofs: [["test/pages/addresses.test.ts", "stay the same when another %s is added"]],
  },
  "13. names of any kind": {
    proofs: [
      ["test/pages/addresses.test.ts", "if everything is called %j"],
      ["test/fuzz/pages.test.ts", "have no broken link"],
    ],
  },
  "14. required, deprecated and read-only in words": {
    shown: [
      [
        operation,
        '<span class="required">required</span>',
        '<span class="optional">optional</span>',
      ],
      ["/streams/channels/payouts.html", '<span class="mark">deprecated</span>'],
    ],
    proofs: [[schemaPages, "limits, patterns, values and marks"]],
  },
  "15. constraints, default, enum, example": {
    shown: [
      [
        "/marketplace/operations/list-listings.html",
        "At least 1, at most 100",
        "Default: ",
        "Example: ",
        "One of:",
      ],
    ],
  },
  "16. variants labelled": { proofs: [[schemaPages, "with the values that choose them"]] },
  "17. recursion ends in a link": {
    proofs: [[schemaPages, "a schema that contains itself, once"]],
  },
  "18. expand all": { proofs: [[inBrowser, "opens everything at once"]] },
  "19. code by keyboard, and copied": {
    proofs: [
      [everyPage, "has code that a keyboard can scroll"],
      [inBrowser, "copies code"],
    ],
  },
  "20. contrast, targets, focus": {
    proofs: [
      ["generators/site/test/assets.test.ts", "%s on %s has enough contrast"],
      [inBrowser, "has no barrier", "sees the focus"],
      ["test/pages/page-barriers.ts", "wcag22aa"],
    ],
  },
  "21. classes of changes in words": {
    shown: [
      [changelog, "Breaking:", "Not breaking:", "Documentation:"],
      [comparison, ">Breaking (2)<", "2</strong> breaking"],
    ],
  },
  "22. tables have names, and pages reflow": {
    proofs: [
      [everyPage, "has a name at each table and each head"],
      [inBrowser, "no page is wider than", "320"],
    ],
  },
  "23. rules are published, and verdicts name them": {
    shown: [
      ["/rules.html", 'id="security-added"'],
      [comparison, /href="[^"]*rules\.html#/],
    ],
  },
  "24. one diff in all formats": {
    proofs: [
      [
        "test/pages/checklist.test.ts",
        "has the same changes on its page, in Markdown and in feeds",
      ],
    ],
  },
  "25. a version compared with itself": {
    shown: [["/marketplace/compare/5...5.html", "to itself"]],
    proofs: [
      ["generators/site/test/change-pages.test.ts", "of a version with itself finds nothing"],
    ],
  },
  "26. any two versions by address": {
    shown: [
      ["/marketplace/compare/1...5.html", "Changes from 1.0 (#1) to 1.0 (#5)"],
      ["/marketplace/compare/5...1.html", "Changes from 1.0 (#5) to 1.0 (#1)"],
    ],
  },
  "27. feeds": {
    shown: [
      [
        operation,
        'type="application/atom+xml"',
        'type="application/rss+xml"',
        'type="application/feed+json"',
      ],
      ["/v1/interfaces/marketplace/changelog.atom", /<link rel="self"[^>]*\/changelog\.atom"/],
    ],
    proofs: [
      ["apps/publisher/test/feeds.test.ts", "keeps its ids, whatever is done to it"],
      ["generators/diff/test/changelog/feeds.test.ts", "both readers read Atom equally"],
    ],
  },
  "28. search of path, operationId, field and value": {
    shown: [
      [found("/listings/{listing_id}"), "operations/get-listing.html"],
      [found("createListing"), "operations/create-listing.html"],
      [found("listing_id"), "#path.listing_id"],
      [found("trash"), "schemas/listing-status.html"],
      [operation, '<form class="search" role="search" action="../search.html">'],
    ],
  },
  "29. Markdown": {
    shown: [
      [operation, 'type="text/markdown" href="../operations/create-listing.md"'],
      ["/marketplace/llms.txt", "(<operations/create-listing.md>)"],
      [operation.replace("html", "md"), "# Create a listing"],
    ],
    proofs: [[everyPage, "has a twin in Markdown"]],
  },
  "30. a careful console": {
    proofs: [
      [
        console,
        "asks before it writes",
        "keeps credentials in the page",
        "that fails is explained",
        "without JavaScript there is no console",
      ],
      [
        "test/pages/console-access.test.ts",
        "of an operation has no barrier",
        "of a channel has no barrier",
        "by keyboard alone",
      ],
    ],
  },
};

function found(words: string): string {
  return `/marketplace/search.html?q=${encodeURIComponent(words)}`;
}
