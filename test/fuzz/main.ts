// `npm run fuzz -- streams` runs seeded worlds of the stream service. `npm run fuzz -- feeds` runs
// seeded worlds of clients of the venues in `examples/feeds`, as many of each. `npm run fuzz --
// replaced-logs` runs seeded worlds whose log is lost, restored or replaced, and `standing-gateways`
// worlds in which the log of a gateway stands still. `npm run fuzz -- upgrades` sends invalid upgrades and control frames to the stream service. `npm run fuzz --
// marketplace` sends requests generated from its OpenAPI document to the marketplace, on SQLite, or
// on PostgreSQL with a DATABASE_URL. `npm run fuzz -- pages` writes the sites of hostile documents,
// and looks for anything of theirs that is more than text. `npm run fuzz -- generate` generates from
// random documents with every emitter, and compiles the result. `npm run fuzz -- witnesses` compares
// random documents with edits of them, and decodes each value that proves a break with the codec of the
// document in which it is said to be valid. `npm run fuzz -- codec [--cases N]
// [--seed S] [--minutes M] [--jobs J]` runs as many cases as time allows, in J processes at a time;
// the cases of a seed are the same for every J. `npm run fuzz -- diff` does the same with comparisons of random schemas.
// Exits with 1 if something is wrong with what is tested, 2 if the fuzz itself fails.

import { fork } from "node:child_process";
import { parseArgs } from "node:util";
import type { Divergence } from "./run-fuzz.ts";
import type { Assignment, Progress } from "./worker.ts";

const PROGRESS_EVERY_MS = 5000;

/**
 * The number of cases in one process. Its random schemas stay in memory, so it must not live long.
 */
const CASES_PER_PROCESS = 250_000;

const usage = `usage: npm run fuzz -- codec [--cases N] [--seed S] [--minutes M] [--jobs J]
       npm run fuzz -- diff [--cases N] [--seed S] [--minutes M] [--jobs J]
       npm run fuzz -- streams [--cases N] [--seed FIRST] [--minutes M]
       npm run fuzz -- feeds [--venue NAME] [--cases N] [--seed FIRST] [--minutes M] [--jobs J]
       npm run fuzz -- replaced-logs [--cases N] [--seed FIRST] [--minutes M]
       npm run fuzz -- standing-gateways [--cases N] [--seed FIRST] [--minutes M]
       npm run fuzz -- upgrades [--cases N] [--seed S] [--first PLACE] [--minutes M]
       npm run fuzz -- marketplace [--cases N] [--seed S] [--first WORLD] [--minutes M]
       npm run fuzz -- pages [--cases N] [--seed S] [--first DOCUMENT] [--minutes M]
       npm run fuzz -- generate [--cases N] [--seed S] [--first DOCUMENT] [--minutes M]
       npm run fuzz -- witnesses [--cases N] [--seed S] [--first PAIR] [--minutes M]`;

const { values, positionals } = readArguments();
const target = positionals.join();
const targets = [
  "codec",
  "diff",
  "streams",
  "feeds",
  "replaced-logs",
  "standing-gateways",
  "upgrades",
  "marketplace",
  "pages",
  "generate",
  "witnesses",
];
if (!targets.includes(target)) refuse(usage);

const seed = Number(values.seed ?? Date.now() % 2 ** 31);
const cases = Number(values.cases);
const jobs = Number(values.jobs);
const first = Number(values.first);
const started = Date.now();
const deadline =
  values.minutes === undefined ? undefined : started + Number(values.minutes) * 60_000;
if (![seed, cases, jobs, first, deadline ?? 0].every(Number.isFinite)) {
  refuse("--cases, --seed, --first, --minutes and --jobs take numbers");
}
if (target === "feeds") {
  const { fuzzFeeds } = await import("../feeds/fuzz-feeds.ts");
  const { venue } = values;
  const failures = await fuzzFeeds({ worlds: cases, first: seed, deadline, jobs, venue });
  process.exit(failures === 0 ? 0 : 1);
}
const play = await worldsOf(target);
if (play !== undefined) {
  const { fuzzWorlds } = await import("../simulation/fuzz-worlds.ts");
  const failures = await fuzzWorlds({ play, worlds: cases, first: seed, deadline });
  process.exit(failures === 0 ? 0 : 1);
}
if (
  target === "upgrades" ||
  target === "marketplace" ||
  target === "pages" ||
  target === "generate" ||
  target === "witnesses"
) {
  const postgresUrl = process.env["DATABASE_URL"];
  const options = { seed, cases, first, deadline, postgresUrl };
  const { failures, ...report } = await runSeeded(target, options);
  for (const failure of failures) console.log(`\nFAILURE ${failure}`);
  console.log(JSON.stringify({ seed, ...report, failures: failures.length }));
  process.exit(failures.length === 0 ? 0 : 1);
}
let done = 0;
let divergences = 0;

async function worldsOf(name: string): Promise<((seed: number) => Promise<unknown>) | undefined> {
  switch (name) {
    case "streams":
      return (await import("../simulation/world.ts")).playWorld;
    case "replaced-logs":
      return (await import("../simulation/replaced-world.ts")).playReplacedWorld;
    case "standing-gateways":
      return (await import("../simulation/standing-world.ts")).playStandingWorld;
    default:
      return undefined;
  }
}

async function runSeeded(
  name: "upgrades" | "marketplace" | "pages" | "generate" | "witnesses",
  options: {
    readonly seed: number;
    readonly cases: number;
    readonly first: number;
    readonly deadline: number | undefined;
    readonly postgresUrl: string | undefined;
  },
) {
  if (name === "upgrades") {
    return (await import("./upgrades/fuzz-upgrades.ts")).fuzzUpgrades(options);
  }
  if (name === "marketplace") {
    return (await import("./marketplace/fuzz-marketplace.ts")).fuzzMarketplace(options);
  }
  if (name === "generate") {
    return (await import("./documents/fuzz-generate.ts")).fuzzGenerate(options);
  }
  if (name === "witnesses") {
    return (await import("./witnesses/fuzz-witnesses.ts")).fuzzWitnesses(options);
  }
  return (await import("./pages/fuzz-pages.ts")).fuzzPages(options);
}

function progress(): void {
  const seconds = (Date.now() - started) / 1000;
  const rate = Math.round(done / seconds);
  console.log(
    `${done} cases, ${rate} cases/s, ${divergences} divergences, seed ${seed}, ${Math.round(seconds)} s`,
  );
}

function show({ target, schema, what, input }: Divergence): void {
  divergences += 1;
  console.log(`\nDIVERGENCE in ${target}\n  ${what}\n  input: ${input}\n  schema: ${schema}\n`);
}

function runWorker(assignment: Assignment): Promise<number> {
  const child = fork(new URL("worker.ts", import.meta.url), [], {
    execArgv: [
      "--conditions=@specwright/source",
      "--disable-warning=ExperimentalWarning",
      "--max-semi-space-size=32",
    ],
  });
  child.on("message", (message: Progress) => {
    done += message.cases;
    message.found.forEach(show);
  });
  child.send(assignment);
  return new Promise((resolve) => child.once("exit", (code) => resolve(code ?? 2)));
}

console.log(`${target} fuzz: ${cases} cases, seed ${seed}, ${jobs} jobs`);
const timer = setInterval(progress, PROGRESS_EVERY_MS);
const shares = Array.from({ length: Math.ceil(cases / CASES_PER_PROCESS) }, (_, index) => ({
  suite: target === "diff" ? ("diff" as const) : ("codec" as const),
  // Far from the seeds that the next seed leads to.
  seed: Math.imul(seed, 0x9e3779b1) + index,
  cases: Math.min(CASES_PER_PROCESS, cases - index * CASES_PER_PROCESS),
  ...(deadline !== undefined && { deadline }),
}));
const codes: number[] = [];
const job = async (): Promise<void> => {
  for (let share = shares.shift(); share !== undefined; share = shares.shift()) {
    if (deadline !== undefined && Date.now() >= deadline) return;
    codes.push(await runWorker(share));
  }
};
await Promise.all(Array.from({ length: jobs }, job));
clearInterval(timer);
progress();
process.exitCode = Math.max(divergences > 0 ? 1 : 0, ...codes);

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        cases: { type: "string", default: "200000" },
        seed: { type: "string" },
        minutes: { type: "string" },
        jobs: { type: "string", default: "1" },
        first: { type: "string", default: "0" },
        venue: { type: "string" },
      },
    });
  } catch (error) {
    return refuse(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
  }
}

function refuse(why: string): never {
  console.error(why);
  process.exit(2);
}
