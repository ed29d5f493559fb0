// Loads the configuration files that are its arguments, each as the command does, and prints the input
// of the first contract of each, or why the file does not load. Runs in a process of its own, because
// test runners load modules in their own way.

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
