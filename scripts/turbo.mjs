// Runs turbo for the scripts of package.json without telemetry, its notice, and the list of packages before
// each run. Arguments are passed on; with SPECWRIGHT_PROGRESS, turbo prints the output of each package as
// soon as it is finished.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

const args = process.argv.slice(2);
const grouped = ["--output-logs=full", "--log-order=grouped"];
const isShown = process.env["SPECWRIGHT_PROGRESS"] !== undefined;
const withProgress = args.flatMap((arg) => (arg.startsWith("--output-logs=") ? grouped : arg));
const child = spawn("turbo", isShown ? withProgress : args, {
  stdio: ["inherit", "pipe", "inherit"],
  env: {
    ...process.env,
    TURBO_TELEMETRY_DISABLED: "1",
    TURBO_TELEMETRY_MESSAGE_DISABLED: "1",
    TURBO_NO_UPDATE_NOTIFIER: "1",
  },
});

/** Lines without information about this run: the version, the packages in scope, the kind of cache. */
const banner = /^\s*•|^\s*$/;

let started = false;
for await (const line of createInterface({ input: child.stdout })) {
  started ||= !banner.test(line);
  if (started) process.stdout.write(`${line}\n`);
}
process.exitCode = await new Promise((resolve) => {
  if (child.exitCode !== null) resolve(child.exitCode);
  else child.on("close", (code) => resolve(code ?? 1));
});
