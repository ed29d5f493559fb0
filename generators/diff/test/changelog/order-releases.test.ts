// Releases keep the order of their publication, whatever their dates are.

import { changelogFeed, orderReleases, type Release } from "@specwright/diff/changelog";
import { expect, test } from "vitest";
import { options, shop } from "./shop-history.ts";

const stream = { id: "stream", title: "Stream", url: "https://stream.example/" };

/** A release of the shop or the stream, by its version, on a day of May 2022. */
function release(version: string, day: string | undefined, owner = shop): Release {
  return {
    ...{ interface: owner, version, changes: [] },
    ...(day === undefined ? {} : { date: `2022-05-${day}` }),
  };
}

test("a withdrawn release keeps its place and its id in every feed, and nothing else", () => {
  const given: readonly Release[] = [
    {
      ...release("1", "02"),
      title: "Secret",
      notes: "Secret",
      withdrawn: "It named a <customer>.",
    },
    { ...release("2", "03"), withdrawn: "", revised: "2022-06-01" },
    release("3", "04"),
  ];
  const before = changelogFeed(
    given.map(({ withdrawn: _, ...each }) => each),
    options,
  );
  const { entries } = changelogFeed(given, options);
  expect(entries.map(({ id }) => id)).toEqual(before.entries.map(({ id }) => id));
  expect(entries.slice(1)).toMatchObject([
    {
      title: "Shop 2: withdrawn",
      summary: "This version was withdrawn.",
      categories: ["withdrawn"],
    },
    { title: "Shop 1: withdrawn", html: "<p>Withdrawn: It named a &lt;customer&gt;.</p>" },
  ]);
  expect(JSON.stringify(entries)).not.toContain("Secret");
  // The next version is the first one now.
  expect(entries[0]?.summary).toContain("first version");
  for (const show of ["breaking", "deprecations"] as const) {
    const filtered = changelogFeed(given, { ...options, filter: { show } });
    expect(filtered.entries.map(({ title }) => title)).toEqual([
      "Shop 2: withdrawn",
      "Shop 1: withdrawn",
    ]);
  }
});

test.each<{ name: string; given: readonly Release[]; wanted: string }>([
  {
    name: "by date, if that is the order",
    given: [release("1", "02"), release("2", "05"), release("3", "07")],
    wanted: "3 2 1",
  },
  {
    name: "a date that is set back",
    given: [release("1", "02"), release("2", "09"), release("3", "01"), release("4", undefined)],
    wanted: "4 3 2 1",
  },
  {
    name: "a date that is far ahead",
    given: [release("1", "31"), release("2", "02"), release("3", "03")],
    wanted: "3 2 1",
  },
  {
    name: "two interfaces among each other by date, each of them in its order",
    given: [
      ...[release("1", "02"), release("2", "01"), release("3", "20")],
      ...[release("a", "01", stream), release("b", "10", stream), release("c", "05", stream)],
    ],
    wanted: "3 c b 2 1 a",
  },
])("$name", ({ given, wanted }) => {
  const versions = orderReleases(given).map((each) => each.release.version);
  expect(versions.join(" ")).toBe(wanted);
  // Readers that sort by date show the same order.
  const { entries } = changelogFeed(given, options);
  for (const time of ["published", "updated"] as const) {
    const times = entries.map((entry) => entry[time] ?? entry.updated);
    expect(times).toEqual(times.toSorted((one, other) => other - one));
  }
});
