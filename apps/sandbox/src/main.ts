// The entry point of the sandbox: `npm start`.

import { SpecwrightError } from "@specwright/runtime";
import { onStopSignals } from "@specwright/service/operator";
import { readArguments, usage } from "./read-arguments.ts";
import { runSandbox } from "./run-sandbox.ts";

async function runProgram(): Promise<void> {
  const args = readArguments(process.argv.slice(2));
  if (args.help) {
    process.stdout.write(usage);
    return;
  }
  const starting = runSandbox(args, {
    cwd: process.cwd(),
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
  });

  async function stopSandbox(): Promise<void> {
    process.stdout.write("\nStopping.\n");
    await (await starting).close();
    process.stdout.write("Stopped.\n");
  }
  onStopSignals(() => void stopSandbox().catch(printFailure));
  await starting;
}

function printFailure(error: unknown): void {
  const known = error instanceof SpecwrightError;
  const advice =
    known && error.code === "bad_data"
      ? "It is damaged or from another version. Run npm start -- --reset to delete it and start from scratch.\n"
      : "";
  process.stderr.write(
    known
      ? `The sandbox cannot run: ${error.message}\n${advice}`
      : `The sandbox failed: ${error instanceof Error ? error.stack : String(error)}\n`,
  );
  process.exitCode = 1;
}

runProgram().catch(printFailure);
