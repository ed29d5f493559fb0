import { runCli } from "../src/cli/run-cli.ts";

/** Runs a command line with these variables; resolves with its exit code and its output. */
export async function runCommand(
  env: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
  const said = { out: "", err: "" };
  const code = await runCli(args, {
    env,
    version: () => "1.2.3",
    async out(text) {
      said.out += text;
    },
    err(text) {
      said.err += text;
    },
  });
  return { code, ...said };
}
