// The command `specwright-publisher`. Without a subcommand it serves, as containers expect.

import { packageVersion } from "@specwright/service/operator";
import { runCli } from "./cli/run-cli.ts";

process.exitCode = await runCli(process.argv.slice(2), {
  env: process.env,
  version: () => packageVersion(new URL("../package.json", import.meta.url)),
  out: (text) => new Promise((resolve) => process.stdout.write(text, () => resolve())),
  err: (text) => void process.stderr.write(text),
});
