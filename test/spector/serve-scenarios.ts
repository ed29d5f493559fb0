import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { installed, packages, specs } from "./installation.ts";

/** The server of the specs, on loopback. */
export interface ScenarioServer {
  readonly url: string;
  /** Returns the server's verdict on each scenario: `pass`, `fail` or `not-implemented`. */
  verdicts(): Promise<Readonly<Record<string, string>>>;
  stop(): Promise<void>;
}

/**
 * Starts the server of the specs on a free port.
 * @throws Error if it ends before it listens.
 */
export async function serveScenarios(): Promise<ScenarioServer> {
  const program = join(packages, "spector/cmd/cli.mjs");
  const coverage = join(installed, "coverage.json");
  const child = spawn(
    process.execPath,
    [program, "serve", specs, "--port", "0", "--coverageFile", coverage],
    { cwd: installed, stdio: ["ignore", "pipe", "pipe"] },
  );
  const exit = once(child, "exit");
  const stop = async (): Promise<void> => {
    child.kill("SIGKILL");
    await exit;
  };
  let said = "";
  const port = await new Promise<string | undefined>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk) => {
        said = `${said}${chunk}`.slice(-4000);
        const found = /Started server on \S+:(\d+)/.exec(said)?.[1];
        if (found !== undefined) resolve(found);
      });
    }
    exit.then(
      () => resolve(undefined),
      () => resolve(undefined),
    );
  });
  if (port === undefined) throw new Error(`The server of the specs did not start:\n${said}`);
  // Links in its responses use this name.
  const url = `http://localhost:${port}`;
  return { url, stop, verdicts: () => readVerdicts(url) };
}

async function readVerdicts(url: string): Promise<Readonly<Record<string, string>>> {
  const response = await fetch(`${url}/.coverage`);
  const reports = (await response.json()) as readonly {
    readonly results: Readonly<Record<string, string>>;
  }[];
  return Object.assign({}, ...reports.map(({ results }) => results));
}
