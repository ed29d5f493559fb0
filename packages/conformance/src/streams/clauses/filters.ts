// The frames that query parameters select: streams source §4, §4.1 to §4.4; S8.

import { demand } from "../../report/conformance-error.ts";
import type { CheckContext } from "../checks/check-context.ts";
import { type CheckedClause, onEachChannel } from "../checks/clause.ts";
import {
  demandOnly,
  demandSelected,
  demandWatched,
  numbersOf,
  type Selected,
} from "../checks/selection.ts";
import { isData } from "../line/frame.ts";
import type { OpenOptions } from "../line/upgrade.ts";
import { isObject, valueAt } from "../stimulus/json-values.ts";
import { lifecycle, type SampleSubject, sampleOf } from "../stimulus/samples.ts";
import type { SequencedName } from "../stimulus/stimulus.ts";

type Parameter = "market" | "event_id" | "account_id" | "market_id";
type Values = Readonly<Partial<Record<Parameter, string>>>;

/** Publishes a sample that has a value of a parameter. Returns the number of the sample. */
function publishFor(
  context: CheckContext,
  channel: SequencedName,
  values: Values,
): Promise<bigint> {
  const { market_id: marketId, market = marketId ?? "kit-market", account_id: account } = values;
  const event = values.event_id;
  const subject: SampleSubject = {
    market,
    ...(account !== undefined && { account }),
    ...(event !== undefined && { event }),
  };
  const keys = channel === "events" || event === undefined ? undefined : { event_id: [event] };
  const message = sampleOf(channel, subject);
  return context.publish({ channel, message, ...(keys !== undefined && { keys }) });
}

/** Judges a query by frames with certain values. */
function judgeSelection(
  context: CheckContext,
  channel: SequencedName,
  query: Parameters<typeof demandSelected>[2],
  subjects: readonly (readonly [wanted: boolean, Values])[],
): Promise<string> {
  const frames = subjects.map(
    ([wanted, values]): Selected => [wanted, () => publishFor(context, channel, values)],
  );
  return demandSelected(context, channel, query, frames);
}

function filterClause(id: string, channel: SequencedName, parameter: Parameter): CheckedClause {
  return {
    id,
    source: id.split(".").slice(0, 2).join("."),
    sentence: `\`${parameter}\` selects frames of /${channel}, live and in a replay.`,
    async check(context) {
      if (!context.can("publish")) return demandWatched(context, channel, parameter);
      const mine = { [parameter]: context.unique(parameter) };
      const other = { [parameter]: context.unique(parameter) };
      const subjects = [mine, other, mine, other, mine] as const;
      const query = { [parameter]: String(mine[parameter]) };
      const judged = subjects.map((values) => [values === mine, values] as const);
      return judgeSelection(context, channel, query, judged);
    },
  };
}

/** Returns the languages of each localized text in a frame. */
function findLanguages(value: unknown): readonly string[][] {
  if (Array.isArray(value)) return value.flatMap(findLanguages);
  if (!isObject(value)) return [];
  const own = ["en", "pt", "id"].filter((name) => typeof value[name] === "string");
  return [...(own.length > 0 ? [own] : []), ...Object.values(value).flatMap(findLanguages)];
}

async function judgeLanguages(
  context: CheckContext,
  lang: readonly string[],
  wanted: string,
): Promise<string> {
  const market = context.unique("market");
  const query: OpenOptions["query"] = { market_id: market, ...(lang.length > 0 && { lang }) };
  const live = await context.open("events", { query });
  const message = lifecycle("market.created", { market });
  const seq = await context.publish({ channel: "events", message });
  const replay = await context.open("events", { query: { ...query, since: seq } });
  for (const line of [live, replay]) {
    const [frame] = await line.dataUntil(seq);
    const texts = findLanguages(valueAt(frame?.value, "payload"));
    demand(texts.length === 3, `${texts.length} of 3 texts came`);
    for (const text of texts) demand(text.join() === wanted, `a text has ${text.join()}`);
  }
  return `texts have ${wanted}`;
}

export const filters: readonly CheckedClause[] = [
  filterClause("4.1.1", "orders", "market"),
  filterClause("4.1.2", "orders", "event_id"),
  filterClause("4.1.3", "orders", "account_id"),
  {
    id: "4.1.4",
    source: "4.1",
    sentence: "A frame must match all filters.",
    needs: ["publish"],
    check(context) {
      const mine = { market: context.unique("market"), account_id: context.unique("account") };
      return judgeSelection(context, "orders", mine, [
        [true, mine],
        [false, { ...mine, account_id: "kit-other" }],
        [false, { ...mine, market: "kit-other" }],
        [true, mine],
      ]);
    },
  },
  {
    id: "4.1.5",
    source: "4; 4.1",
    sentence:
      "A parameter that is given several times selects the frames that match any of its values.",
    needs: ["publish"],
    check(context) {
      const [one, two, three] = [1, 2, 3].map(() => context.unique("market")) as [
        string,
        string,
        string,
      ];
      return judgeSelection(context, "orders", { market: [one, two] }, [
        [true, { market: one }],
        [false, { market: three }],
        [true, { market: two }],
      ]);
    },
  },
  {
    id: "4.1.6",
    source: "4.1",
    sentence:
      "A connection without filters gets the frames of all markets, events and accounts of the broker.",
    needs: ["publish"],
    check(context) {
      const subjects = [1, 2, 3].map(
        () =>
          [
            true,
            { market: context.unique("market"), account_id: context.unique("account") },
          ] as const,
      );
      return judgeSelection(context, "orders", {}, subjects);
    },
  },
  filterClause("4.2.1", "accounting", "market"),
  filterClause("4.2.2", "accounting", "account_id"),
  filterClause("4.3.1", "payouts", "market"),
  filterClause("4.3.2", "payouts", "event_id"),
  filterClause("4.3.3", "payouts", "account_id"),
  filterClause("4.4.1", "events", "event_id"),
  filterClause("4.4.2", "events", "market_id"),
  {
    id: "4.4.3",
    source: "4.4; 2.6",
    sentence: "With `lang`, texts contain only the requested language, live and in a replay.",
    needs: ["publish"],
    check: (context) => judgeLanguages(context, ["pt"], "pt"),
  },
  {
    id: "4.4.4",
    source: "4.4; 2.6",
    sentence: "Without `lang`, texts contain all their languages.",
    needs: ["publish"],
    check: (context) => judgeLanguages(context, [], "en,pt,id"),
  },
  {
    id: "4.4.5",
    source: "4.4; 4",
    sentence: "`lang` may be given several times.",
    needs: ["publish"],
    check: (context) => judgeLanguages(context, ["id", "en"], "en,id"),
  },
  {
    id: "4.4.6",
    source: "4.4",
    sentence: "`event_id` selects the frames of the event and of all its markets.",
    needs: ["publish"],
    async check(context) {
      const event = context.unique("event");
      const markets = [context.unique("market"), context.unique("market")];
      const line = await context.open("events", { query: { event_id: event } });
      const wanted: bigint[] = [];
      const publish = async (...[type, market]: [Parameters<typeof lifecycle>[0], string]) => {
        const message = lifecycle(type, { market, event });
        wanted.push(await context.publish({ channel: "events", message }));
      };
      await publish("event.created", markets[0] ?? "");
      for (const market of markets) await publish("market.created", market);
      await context.publishSamples("events", 1, { market: "kit-other", event: "kit-other" });
      for (const market of markets) await publish("market.voided", market);
      await publish("event.voided", markets[0] ?? "");
      await demandOnly(line, wanted, "live");
      return `${wanted.length} frames of an event and its ${markets.length} markets`;
    },
  },
  {
    id: "S8.2",
    source: "S8",
    sentence: "Frames have the same numbers on filtered and unfiltered connections.",
    needs: ["publish"],
    check: (context) =>
      onEachChannel(context, async (channel) => {
        const market = context.unique("market");
        const name = channel === "events" ? "market_id" : "market";
        const all = await context.open(channel);
        const some = await context.open(channel, { query: { [name]: market } });
        const values = [{ market: "kit-other" }, { market }, { market: "kit-other" }, { market }];
        let last = 0n;
        for (const subject of values) {
          last = await context.publish({ channel, message: sampleOf(channel, subject) });
        }
        const unfiltered = (await all.dataUntil(last)).filter((frame) =>
          frame.text.includes(market),
        );
        await some.next("the first frame", isData);
        await some.next("the second frame", isData);
        const [a, b] = [numbersOf(unfiltered), numbersOf(some.data())];
        demand(a === b, `the numbers are ${a} without a filter, ${b} with a filter`);
        return `both ${a}`;
      }),
  },
];
