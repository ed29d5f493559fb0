import { stringifyJson } from "@specwright/runtime";
import { clauses, isSelected } from "../clauses/clauses.ts";
import { formatJunit } from "../report/format-junit.ts";
import { formatCounts, formatResult } from "../report/format-result.ts";
import { runConformance } from "../run-conformance.ts";
import { ConformanceError } from "../stimulus/conformance-error.ts";
import type { Account } from "../stimulus/stimulus.ts";
import { type StimulusProcess, startStimulus } from "../stimulus/stimulus-process.ts";
import { hasContract, runFeedProgram } from "./feed-program.ts";
import { usage } from "./parse-flags.ts";
import { readAccount } from "./read-account.ts";
import { type Flags, help, readFlags } from "./read-flags.ts";
import type { Surroundings } from "./surroundings.ts";
import { writeReport } from "./write-report.ts";

/** Runs a command line, without node and script, and returns the exit code. */
export async function runProgram(
  args: readonly string[],
  surroundings: Surroundings,
): Promise<number> {
  try {
    if (hasContract(args)) return await runFeedProgram(args, surroundings);
    const flags = readFlags(args);
    if (flags.help) {
      surroundings.out(help);
      return 0;
    }
    return flags.list ? list(flags, surroundings) : await judge(flags, surroundings);
  } catch (error) {
    if (!(error instanceof ConformanceError)) throw error;
    const hint = error.code === "bad_usage" ? "\nSee specwright-conformance --help." : "";
    surroundings.err(error.seen + hint);
    return 2;
  }
}

function list({ only }: Flags, { out }: Surroundings): number {
  const chosen = clauses.filter(({ id }) => isSelected(id, only));
  if (chosen.length === 0) throw usage(`no clause is called ${only.join(", ")}`);
  for (const { id, sentence, needs = [] } of chosen) {
    out(`${id.padEnd(8)}${sentence}${needs.length > 0 ? ` [${needs.join(", ")}]` : ""}`);
  }
  return 0;
}

async function judge(flags: Flags, surroundings: Surroundings): Promise<number> {
  const { out, err } = surroundings;
  const { stimulus: command, timeoutMs, only, channels, markets, limits, soleBroker } = flags;
  const onLog = (text: string): void => err(text.trimEnd());
  const started =
    command === undefined ? undefined : await startStimulus(command, { timeoutMs, onLog });
  try {
    const { url, account } = whereTo(flags, surroundings, started);
    const chosen = clauses.filter(({ id }) => isSelected(id, only)).length;
    let done = 0;
    const report = await runConformance({
      url,
      account,
      timeoutMs,
      only,
      markets,
      limits,
      soleBroker,
      ...(started !== undefined && { stimulus: started.stimulus }),
      ...(channels.length > 0 && { channels }),
      onResult(result) {
        done += 1;
        out(`[${String(done).padStart(String(chosen).length)}/${chosen}] ${formatResult(result)}`);
      },
    });
    await writeReport(flags.json, () => `${stringifyJson(report)}\n`);
    await writeReport(flags.junit, () => formatJunit(report));
    const failed = report.results.filter(({ outcome }) => outcome === "fail");
    if (failed.length > 0) out(`\nfailed:\n${failed.map(formatResult).join("\n")}\n`);
    out(formatCounts(report));
    out(`\nNext:\n${report.advice.map((step) => `- ${step}`).join("\n")}`);
    return failed.length > 0 ? 1 : 0;
  } finally {
    await started?.stimulus.close?.();
  }
}

function whereTo(
  flags: Flags,
  { env }: Surroundings,
  started: StimulusProcess | undefined,
): { readonly url: string; readonly account: Account } {
  const url = flags.url ?? (started?.url || env["STREAMS_URL"]);
  if (!url) throw usage("which server? give its stream address");
  if (!URL.canParse(url) || !/^wss?:$/.test(new URL(url).protocol)) {
    throw usage(`${url} is no ws or wss address`);
  }
  const account = started?.account ?? readAccount(flags, env);
  if (account === undefined) {
    throw usage("which key? give --access-key, --broker-id and STREAMS_SECRET_KEY");
  }
  return { url, account };
}
