// Loads each configuration file in its arguments like the command, and prints the input of its first
// contract, or the error. A separate process, because test runners load modules in another way.

import { loadConfig } from "../src/project/load-config.ts";

const results: string[] = [];
for (const path of process.argv.slice(2)) {
  results.push(
    await loadConfig(path).then(
      ({ contracts }) => contracts[0]?.input ?? "",
      (error: unknown) => String(error),
    ),
  );
}
console.log(JSON.stringify(results));
