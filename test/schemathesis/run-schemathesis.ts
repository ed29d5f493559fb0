// Runs Schemathesis against a service and reads its report of events.

import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A failure that is expected, with the reason. */
export interface AcceptedFailure {
  /** The name of the check in Schemathesis. */
  readonly check: string;
  /** The status of the response. */
  readonly status: number;
  /** The `code` of the problem; absent if the response is not a problem. */
  readonly code?: string;
  /** A text in the body of the response. */
  readonly contains?: string;
  /** The allowed pointers of the problem's errors. */
  readonly pointers?: readonly string[];
  /** A header of the request with its value. */
  readonly header?: readonly [name: string, value: string];
  readonly reason: string;
}

export interface RunOptions {
  readonly program: string;
  /** The OpenAPI document, as JSON. */
  readonly document: object;
  readonly url: string;
  /** The value of `Authorization`; absent for no header. */
  readonly authorization?: string;
  /** More arguments of `schemathesis run`. */
  readonly arguments: readonly string[];
  readonly seed: number;
  readonly accepted: readonly AcceptedFailure[];
}

/** The result of a run. */
export interface RunReport {
  /** The number of requests. */
  readonly cases: number;
  /** The number of requests with a 2xx or 3xx response. */
  readonly successes: number;
  /** Every failure that is not accepted: the check, its message, the request and the response. */
  readonly failures: readonly string[];
  /** How often each accepted failure occurred, by its index in the list. */
  readonly seen: ReadonlyMap<number, number>;
}

interface Check {
  readonly name: string;
  readonly status: string;
  readonly failure_info?: { readonly failure: { readonly message: string } };
}

interface Interaction {
  readonly request: {
    readonly method: string;
    readonly uri: string;
    readonly headers: Readonly<Record<string, readonly string[]>>;
    readonly body?: Body;
  };
  readonly response?: { readonly status_code: number; readonly content?: Body };
}

type Body = { readonly $base64?: string } | null;

interface Recorder {
  readonly checks: Readonly<Record<string, readonly Check[]>>;
  readonly interactions: Readonly<Record<string, Interaction>>;
}

interface Problem {
  readonly code?: string;
  readonly errors?: readonly { readonly pointer?: string }[];
}

function textOf(body: Body | undefined): string {
  return Buffer.from(body?.$base64 ?? "", "base64").toString("utf8");
}

function problemOf(text: string): Problem {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}

function isAccepted(entry: AcceptedFailure, check: Check, exchange: Interaction): boolean {
  const { request, response } = exchange;
  const { code, errors = [] } = problemOf(textOf(response?.content));
  const [header, value] = entry.header ?? [];
  return (
    entry.check === check.name &&
    entry.status === response?.status_code &&
    entry.code === code &&
    textOf(response?.content).includes(entry.contains ?? "") &&
    (header === undefined || request.headers[header]?.[0] === value) &&
    (entry.pointers === undefined ||
      (errors.length > 0 && errors.every(({ pointer = "" }) => entry.pointers?.includes(pointer))))
  );
}

function describe(check: Check, { request, response }: Interaction): string {
  return [
    `${check.name}: ${check.failure_info?.failure.message ?? check.status}`,
    `${request.method} ${request.uri}`.slice(0, 2000),
    JSON.stringify(request.headers).slice(0, 1000),
    textOf(request.body).slice(0, 2000),
    `${response?.status_code ?? "no answer"} ${textOf(response?.content).slice(0, 2000)}`,
  ].join("\n");
}

/**
 * Runs Schemathesis with all of its checks, valid and invalid data.
 *
 * @throws Error if it does not complete.
 */
export async function runSchemathesis(options: RunOptions): Promise<RunReport> {
  const folder = await mkdtemp(join(tmpdir(), "schemathesis-"));
  try {
    const document = join(folder, "openapi.json");
    const events = join(folder, "events.ndjson");
    await writeFile(document, JSON.stringify(options.document));
    const { authorization } = options;
    const caller =
      authorization === undefined ? [] : ["--header", `Authorization: ${authorization}`];
    await run(options.program, folder, [
      ...["run", document, "--url", options.url, "--checks", "all", "--mode", "all"],
      ...["--continue-on-failure", "--no-color", "--no-shrink", "--generation-database", "none"],
      ...["--report", "ndjson", "--report-ndjson-path", events, "--output-sanitize", "false"],
      ...["--suppress-health-check", "all", "--seed", `${options.seed}`],
      ...caller,
      ...options.arguments,
    ]);
    return judge(await readFile(events, "utf8"), options.accepted);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function run(program: string, folder: string, args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk) => {
        output = `${output}${chunk}`.slice(-8000);
      });
    }
    child.once("error", reject);
    child.once("exit", (code) => {
      // Exit code 1 means that checks failed; the report has the details.
      if (code === 0 || code === 1) resolve();
      else reject(new Error(`Schemathesis ended with ${code}:\n${output}`));
    });
  });
}

function judge(events: string, accepted: readonly AcceptedFailure[]): RunReport {
  const failures: string[] = [];
  const seen = new Map<number, number>();
  let cases = 0;
  let successes = 0;
  let isWhole = false;
  for (const line of events.split("\n").filter(Boolean)) {
    const event: Record<string, { recorder?: Recorder; exception?: unknown; message?: unknown }> =
      JSON.parse(line);
    if ("EngineFinished" in event) isWhole = true;
    for (const name of ["NonFatalError", "FatalError"]) {
      const error = event[name];
      if (error !== undefined) failures.push(`${name}: ${JSON.stringify(error).slice(0, 4000)}`);
    }
    const recorder = event["ScenarioFinished"]?.recorder;
    if (recorder === undefined) continue;
    for (const { response } of Object.values(recorder.interactions ?? {})) {
      cases += 1;
      const status = response?.status_code ?? 0;
      if (status >= 200 && status < 400) successes += 1;
    }
    for (const [id, checks] of Object.entries(recorder.checks ?? {})) {
      const interaction = recorder.interactions?.[id];
      if (interaction === undefined) continue;
      for (const check of checks) {
        if (check.status === "success") continue;
        const place = accepted.findIndex((one) => isAccepted(one, check, interaction));
        if (place === -1) failures.push(describe(check, interaction));
        else seen.set(place, (seen.get(place) ?? 0) + 1);
      }
    }
  }
  if (!isWhole) throw new Error("Schemathesis did not run to its end");
  return { cases, successes, failures, seen };
}
