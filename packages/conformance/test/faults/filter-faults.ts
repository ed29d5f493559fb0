import type { ChannelName } from "../../src/index.ts";
import { isData, seqOf } from "../../src/streams/line/frame.ts";
import { textAt } from "../../src/streams/stimulus/json-values.ts";
import { changeMembers, changeQuery, type Fault, noteOf } from "./fault.ts";

function edits(
  name: string,
  breaks: string,
  edit: (query: URLSearchParams, channel: ChannelName) => void,
  mayBreak: readonly string[] = [],
): Fault {
  return {
    name,
    breaks: [breaks],
    mayBreak,
    proxy: () => ({
      target: ({ target, channel }) => changeQuery(target, (query) => edit(query, channel)),
    }),
  };
}

/** Ignores a filter in a replay, which no other clause checks. */
function forgets(
  channel: ChannelName,
  parameter: string,
  breaks: string,
  mayBreak: readonly string[] = [],
): Fault {
  const name = `replay-of-${channel}-forgets-${parameter}`;
  return edits(
    name,
    breaks,
    (query, of) => {
      if (of === channel && query.has("since")) query.delete(parameter);
    },
    mayBreak,
  );
}

/** Drops frames of every market but the first that a connection saw. */
function onlyFirstMarket(
  where: (query: URLSearchParams, channel: ChannelName) => boolean,
): NonNullable<Fault["proxy"]> {
  return () => ({
    frame(frame, { notes, query, channel }) {
      const market = textAt(frame.value, "payload", "market_id");
      if (!isData(frame) || market === undefined || !where(query, channel)) return [frame];
      return noteOf(notes, "market", market) === market ? [frame] : [];
    },
  });
}

/** Violations of the rules of selection, one at a time. */
export const filterFaults: readonly Fault[] = [
  forgets("orders", "market", "4.1.1", ["4.1.4", "4.1.5", "S8.4"]),
  forgets("orders", "event_id", "4.1.2"),
  forgets("orders", "account_id", "4.1.3", ["4.1.4"]),
  edits("one-filter-is-enough", "4.1.4", (query) => {
    if (query.has("market")) query.delete("account_id");
  }),
  edits("the-first-value-counts", "4.1.5", (query) => {
    const [first, second] = query.getAll("market");
    if (first !== undefined && second !== undefined) query.set("market", first);
  }),
  {
    name: "one-market-without-filters",
    breaks: ["4.1.6"],
    mayBreak: ["S8.2", "sequenced.x-sequence"],
    proxy: onlyFirstMarket((query, channel) => channel === "orders" && !query.has("market")),
  },
  forgets("accounting", "market", "4.2.1"),
  forgets("accounting", "account_id", "4.2.2"),
  forgets("payouts", "market", "4.3.1"),
  forgets("payouts", "event_id", "4.3.2"),
  forgets("payouts", "account_id", "4.3.3"),
  forgets("events", "event_id", "4.4.1"),
  forgets("events", "market_id", "4.4.2"),
  edits("one-language-is-all", "4.4.3", (query) => {
    if (query.getAll("lang").join() === "pt") query.delete("lang");
  }),
  edits("english-without-lang", "4.4.4", (query, channel) => {
    if (channel === "events" && query.has("market_id") && !query.has("lang"))
      query.set("lang", "en");
  }),
  edits("the-first-language-counts", "4.4.5", (query) => {
    const [first, second] = query.getAll("lang");
    if (first === "id" && second === "en") query.set("lang", first);
  }),
  {
    name: "event-has-one-market",
    breaks: ["4.4.6"],
    proxy: onlyFirstMarket((query, channel) => channel === "events" && query.has("event_id")),
  },
  {
    name: "filter-renumbers",
    breaks: ["S8.2"],
    mayBreak: ["4.1", "4.2", "4.3", "4.4", "sequenced"],
    proxy: () => ({
      frame(frame, { query, notes }) {
        const filtered = query.has("market") && !query.has("since");
        const seq = seqOf(frame);
        if (!filtered || !isData(frame) || seq === undefined) return [frame];
        const second = notes.get("first") === true;
        notes.set("first", true);
        return [second ? changeMembers(frame, { seq: seq - 1n }) : frame];
      },
    }),
  },
];
