// The command `specwright-streams`; without a command it serves, as containers like it.

import { runCli } from "./cli/run-cli.ts";

process.exitCode = await runCli(process.argv.slice(2), {
  env: process.env,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
});
