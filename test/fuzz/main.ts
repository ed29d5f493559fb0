// `npm run fuzz -- codec [--cases N] [--seed S] [--minutes M] [--workers 1|2]`: as many cases as one
// has time for. Exits with 1 when a codec diverges from the reference, 2 when the fuzz itself fails.

import { fork } from "node:child_process";
import { parseArgs } from "node:util";
import type { Divergence } from "./run-fuzz.ts";
import type { Assignment, Progress } from "./worker.ts";

const PROGRESS_EVERY_MS = 5000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    cases: { type: "string", default: "200000" },
    seed: { type: "string" },
    minutes: { type: "string" },
    workers: { type: "string", default: "1" },
  },
});

if (positionals.join() !== "codec") {
  console.error("usage: npm run fuzz -- codec [--cases N] [--seed S] [--minutes M] [--workers N]");
  process.exit(2);
}

const seed = Number(values.seed ?? Date.now() % 2 ** 31);
const cases = Number(values.cases);
const workers = Number(values.workers);
const started = Date.now();
const deadline =
  values.minutes === undefined ? undefined : started + Number(values.minutes) * 60_000;
if (![seed, cases, workers, deadline ?? 0].every(Number.isFinite)) {
  console.error("--cases, --seed, --minutes and --workers take numbers");
  process.exit(2);
}
let done = 0;
let divergences = 0;

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
    execArgv: ["--conditions=@specwright/source", "--disable-warning=ExperimentalWarning"],
  });
  child.on("message", (message: Progress) => {
    done += message.cases;
    message.found.forEach(show);
  });
  child.send(assignment);
  return new Promise((resolve) => child.once("exit", (code) => resolve(code ?? 2)));
}

console.log(`codec fuzz: ${cases} cases, seed ${seed}, ${workers} workers`);
const timer = setInterval(progress, PROGRESS_EVERY_MS);
const share = Math.ceil(cases / workers);
const codes = await Promise.all(
  Array.from({ length: workers }, (_, index) =>
    runWorker({ seed: seed + index, cases: share, ...(deadline !== undefined && { deadline }) }),
  ),
);
clearInterval(timer);
progress();
process.exitCode = Math.max(divergences > 0 ? 1 : 0, ...codes);
