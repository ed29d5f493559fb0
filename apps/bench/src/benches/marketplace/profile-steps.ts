// Computes the cost of each step of a request to our server. The server writes a CPU profile under
// load. The time of functions that belong to no step, such as functions of the runtime, is added to
// the step of their caller.

import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

interface ProfileNode {
  readonly id: number;
  readonly callFrame: { readonly functionName: string; readonly url: string };
  readonly children?: readonly number[];
}

/**
 * A CPU profile in the form that `--cpu-prof` writes. Times are microseconds of the monotonic
 * clock.
 */
export interface CpuProfile {
  readonly nodes: readonly ProfileNode[];
  readonly startTime: number;
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

/** A period of time, in microseconds of the monotonic clock. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

const REST = "operation: its route, headers and handler";

/**
 * The steps, by the name and file of a function. The first pattern that matches determines the
 * step.
 */
const STEPS: readonly (readonly [step: string, RegExp])[] = [
  ["garbage collection", /^\(garbage collector\) /],
  ["engine and kernel, not attributed", /^\(program\) /],
  ["promises and ticks", /^(?:runMicrotasks|processTicksAndRejections) /],
  ["SQLite: begin, savepoint, commit", /^(?:command|beginRead|rollBack) .*\/sqlite-connection\./],
  ["SQLite: queries", /marketplace\/dist\/database\//],
  ["session: token and right to it", /dist\/(?:sessions\/|authenticator|authorize)/],
  ["rate limits", /dist\/(?:rate-limit|network-of)/],
  ["log line", /(?:\/pino\/|sonic-boom|dist\/(?:logger|log-lines|framework-logger))/],
  ["metrics", /marketplace\/dist\/operations\//],
  ["entity tag", /marketplace\/dist\/entity-tag/],
  ["request: parameters and body", /dist\/(?:read-request|read-body|extend-body|hidden-text)/],
  ["answer: checked and written as JSON", /(?:dist\/encode-response|marketplace-api\/)/],
  ["listing: rows, rights, presentation", /marketplace\/dist\//],
  ["Fastify: routing and hooks", /node_modules\/(?:fastify|find-my-way|@fastify|avvio)\//],
  [REST, /(?:rest-server|packages\/fastify)\/dist\//],
  ["node:http and sockets", / node:(?:_http|net|internal\/(?:stream|timers))/],
];

/**
 * Returns the total time of each step within a span, in microseconds. Idle time is not included.
 */
export function stepTimes(profile: CpuProfile, span: Span): ReadonlyMap<string, number> {
  const stepOf = stepsOf(profile.nodes);
  const times = new Map<string, number>();
  let now = profile.startTime;
  for (const [at, id] of profile.samples.entries()) {
    const delta = profile.timeDeltas[at] ?? 0;
    now += delta;
    const step = stepOf.get(id);
    if (step === undefined || now < span.from || now > span.to) continue;
    times.set(step, (times.get(step) ?? 0) + delta);
  }
  return times;
}

/** Reads the profile in a folder. The folder must contain only one profile. */
export async function readProfile(folder: string): Promise<CpuProfile> {
  const [name] = await readdir(folder);
  if (name === undefined) throw new Error("the server wrote no profile");
  return JSON.parse(await readFile(join(folder, name), "utf8")) as CpuProfile;
}

/** Returns the step of each node. Idle nodes have no step. */
function stepsOf(nodes: readonly ProfileNode[]): ReadonlyMap<number, string> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const steps = new Map<number, string>();
  const open: [id: number, inherited: string][] = nodes
    .slice(0, 1)
    .map(({ id }) => [id, "node:http and sockets"]);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [id, inherited] = next;
    const { callFrame, children = [] } = byId.get(id) ?? { callFrame: undefined };
    if (callFrame === undefined || callFrame.functionName === "(idle)") continue;
    const text = `${callFrame.functionName} ${callFrame.url}`;
    const step = STEPS.find(([, pattern]) => pattern.test(text))?.[0] ?? inherited;
    steps.set(id, step);
    for (const child of children) open.push([child, step]);
  }
  return steps;
}
