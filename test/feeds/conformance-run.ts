// Runs the conformance kit on a simulated venue, in one process and with a manual clock.

import { type ConformanceReport, runConformance } from "@specwright/conformance";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import { seededRandom } from "@specwright/runtime/testing";
import type { SimulatedVenue, SimulatorOptions } from "../../examples/feeds/simulator.ts";
import { lineTo, manualClock, waitOn } from "./world.ts";

/** A venue for the kit. */
export interface JudgedVenue {
  readonly channel: ChannelDescriptor;
  create(options: SimulatorOptions): SimulatedVenue;
  readonly topics: readonly string[];
  readonly url?: string;
}

/** Incidents happen once, on an established connection; habits last from the start. */
export interface Misbehaving {
  readonly habits?: readonly string[];
  readonly incident?: string;
  /** Changes frames on their way to the kit; undefined loses them. */
  readonly change?: FrameChange | undefined;
}

/** Returns the changed frame; undefined loses it. */
export type FrameChange = (text: string) => string | undefined;

const STEP_MS = 200;
const SECONDS = 60;
/** The time of the incident: all topics are subscribed, and there is no second connection. */
const INCIDENT_MS = 17_000;
/** The markets pause in this time, so that only heartbeats arrive. */
const QUIET_MS = [24_000, 62_000] as const;

/** Runs the kit once. */
export async function judgeVenue(
  { channel, create, topics, url = "wss://venue.example" }: JudgedVenue,
  { habits = [], incident, change }: Misbehaving = {},
  seed: number = 1,
): Promise<ConformanceReport> {
  const clock = manualClock();
  const random = seededRandom(seed);
  const own = create({ clock, random: seededRandom(seed + 1) });
  const venue = change === undefined ? own : changingFrames(own, change);
  for (const habit of habits) venue.misbehave(habit);
  let report: ConformanceReport | undefined;
  let failure: unknown;
  runConformance({
    channel,
    url,
    topics,
    seconds: SECONDS,
    clock,
    openSocket: lineTo(venue, clock, random, () => {}),
    fetch: (async (input: URL) => {
      const { pathname, search } = input;
      await waitOn(clock, random.between(1, 100));
      const request = { method: "GET", target: pathname + search, headers: {}, body: "" };
      const { status, headers, body } = venue.request(request);
      await waitOn(clock, random.between(1, 100));
      return new Response(body, { status, headers });
    }) as typeof fetch,
  }).then(
    (done) => {
      report = done;
    },
    (error: unknown) => {
      failure = error;
    },
  );
  for (let elapsed = 0; report === undefined && failure === undefined; elapsed += STEP_MS) {
    if (elapsed > 20 * SECONDS * 1000) throw new Error("The kit does not end.");
    await clock.advance(STEP_MS);
    if (elapsed < QUIET_MS[0] || elapsed > QUIET_MS[1]) venue.step();
    if (incident !== undefined && elapsed === INCIDENT_MS) venue.misbehave(incident);
  }
  venue.stop();
  if (report === undefined) throw failure;
  return report;
}

function changingFrames(venue: SimulatedVenue, change: FrameChange): SimulatedVenue {
  return {
    markets: venue.markets,
    misbehaviours: venue.misbehaviours,
    connect: (request, client) =>
      venue.connect(request, {
        frame(text, truths) {
          const changed = change(text);
          if (changed !== undefined) client.frame(changed, truths);
        },
        ping: (payload) => client.ping(payload),
        closed: (code, reason) => client.closed(code, reason),
      }),
    request: (request) => venue.request(request),
    step: () => venue.step(),
    book: (market) => venue.book(market),
    misbehave: (kind) => venue.misbehave(kind),
    stop: () => venue.stop(),
  };
}

/** Returns the clauses that failed, each with its observation. */
export function failuresOf({ results }: ConformanceReport): Readonly<Record<string, string>> {
  const failed = results.filter(({ outcome }) => outcome === "fail");
  return Object.fromEntries(failed.map(({ id, seen }) => [id, seen]));
}
