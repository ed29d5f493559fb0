// Prints a closing line that is easy to find in a build log: `12 passed, 0 failed, 1 skipped`.

import type { Reporter, TestModule } from "vitest/node";

/** Counts test cases over all modules and prints one plain line when the run ends. */
export class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const count = { passed: 0, failed: 0, skipped: 0, pending: 0 };
    let broken = 0;
    for (const module of modules) {
      const before = count.failed;
      for (const test of module.children.allTests()) count[test.result().state] += 1;
      if (module.state() === "failed" && count.failed === before) broken += 1;
    }
    const failed = count.failed + broken;
    console.log(
      `\n${count.passed} passed, ${failed} failed, ${count.skipped + count.pending} skipped`,
    );
  }
}
