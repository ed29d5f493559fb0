// The command `specwright-publisher`. Without a subcommand it serves, as containers expect.

import { runCli } from "./cli/run-cli.ts";

process.exitCode = await runCli(process.argv.slice(2), {
  env: process.env,
  out: (text) => new Promise((resolve) => process.stdout.write(text, () => resolve())),
  err: (text) => void process.stderr.write(text),
});
