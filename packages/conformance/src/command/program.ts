import { stringifyJson } from "@specwright/runtime";
import { listClauses } from "../contract/list-clauses.ts";
import { type Clause, type ClauseResult, selectClauses } from "../report/clause.ts";
import { ConformanceError } from "../report/conformance-error.ts";
import { formatJunit } from "../report/format-junit.ts";
import { formatCounts, formatFailure, formatResult } from "../report/format-result.ts";
import { type ConformanceOptions, runConformance } from "../run-conformance.ts";
import { clauses } from "../streams/clauses/clauses.ts";
import type { Account } from "../streams/stimulus/stimulus.ts";
import { type StimulusProcess, startStimulus } from "../streams/stimulus/stimulus-process.ts";
import { readAccount } from "./read-account.ts";
import { readContract } from "./read-contract.ts";
import {
  type ContractFlags,
  type Flags,
  help,
  readFlags,
  type StreamsFlags,
  usageError,
} from "./read-flags.ts";
import { writeReport } from "./write-report.ts";

/** The environment of the process that runs a command line. */
export interface ProgramEnvironment {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

/**
 * Runs a command line, and returns the exit code. The arguments do not include node and the script.
 */
export async function runProgram(
  args: readonly string[],
  environment: ProgramEnvironment,
): Promise<number> {
  try {
    const flags = readFlags(args);
    if (flags.help) {
      environment.out(help);
      return 0;
    }
    return flags.contract === undefined
      ? await judgeStreams(flags, environment)
      : await judgeContract(flags, environment);
  } catch (error) {
    if (!(error instanceof ConformanceError)) throw error;
    const hint = error.code === "bad_usage" ? "\nSee specwright-conformance --help." : "";
    environment.err(error.seen + hint);
    return 2;
  }
}

async function judgeContract(
  flags: ContractFlags,
  environment: ProgramEnvironment,
): Promise<number> {
  const { send, topics, seconds, headers, servers } = flags;
  const found = await readContract(flags);
  const own = listClauses(found.channel);
  if (flags.list) return printClauses(own, flags, environment);
  const url = requireAddress(flags.url);
  environment.err(`observing ${found.channel.address} for ${seconds} s ...`);
  const options = { ...found, url, send, topics, seconds, headers, servers };
  return judgeServer(options, own, flags, environment);
}

async function judgeStreams(flags: StreamsFlags, environment: ProgramEnvironment): Promise<number> {
  if (flags.list) return printClauses(clauses, flags, environment);
  const { stimulus: command, timeoutMs = 30_000, channels, markets, limits, soleBroker } = flags;
  const onLog = (text: string): void => environment.err(text.trimEnd());
  const started =
    command === undefined ? undefined : await startStimulus(command, { timeoutMs, onLog });
  try {
    const options = {
      ...{ ...serviceAddress(flags, environment, started), markets, limits, soleBroker },
      ...(started !== undefined && { stimulus: started.stimulus }),
      ...(channels.length > 0 && { channels }),
    };
    return await judgeServer(options, clauses, flags, environment);
  } finally {
    await started?.stimulus.close?.();
  }
}

function printClauses(
  own: readonly Clause[],
  { only }: Flags,
  { out }: ProgramEnvironment,
): number {
  for (const { id, sentence, source, needs = [] } of selectClauses(own, only)) {
    out(`${id}  ${sentence} [${source}]${needs.length > 0 ? ` [${needs.join(", ")}]` : ""}`);
  }
  return 0;
}

/** Judges a server, prints and writes the report, and returns the exit code. */
async function judgeServer(
  options: ConformanceOptions,
  own: readonly Clause[],
  { only, timeoutMs, json, junit, contract }: Flags,
  { out }: ProgramEnvironment,
): Promise<number> {
  const selected = selectClauses(own, only);
  const width = Math.max(...selected.map(({ id }) => id.length));
  let done = 0;
  const onResult = (result: ClauseResult): void => {
    done += 1;
    const count = `${done}`.padStart(`${selected.length}`.length);
    out(`[${count}/${selected.length}] ${formatResult(result, width)}`);
  };
  const report = await runConformance({
    ...options,
    only,
    onResult,
    ...(timeoutMs !== undefined && { timeoutMs }),
  });
  await writeReport(json, () => `${stringifyJson(report)}\n`);
  await writeReport(junit, () => formatJunit(report, contract));
  const failed = report.results.filter(({ outcome }) => outcome === "fail");
  const failures = failed.map((result) => formatFailure(result, width)).join("\n");
  if (failed.length > 0) out(`\nfailed:\n${failures}\n`);
  out(formatCounts(report));
  out(`\nNext:\n${report.advice.map((step) => `- ${step}`).join("\n")}`);
  if (failed.length > 0) return 1;
  return report.unfinished === undefined && report.counts.pass > 0 ? 0 : 2;
}

function serviceAddress(
  flags: StreamsFlags,
  { env }: ProgramEnvironment,
  started: StimulusProcess | undefined,
): { readonly url: string; readonly account: Account } {
  const url = requireAddress(flags.url ?? (started?.url || env["STREAMS_URL"]));
  const account = started?.account ?? readAccount(flags, env);
  if (account !== undefined) return { url, account };
  throw usageError("missing access key: pass --access-key, --broker-id and STREAMS_SECRET_KEY");
}

function requireAddress(url: string | undefined): string {
  if (!url) throw usageError("missing server: pass its URL");
  if (URL.canParse(url) && /^wss?:$/.test(new URL(url).protocol)) return url;
  throw usageError(`${url} is not a ws:// or wss:// URL`);
}
