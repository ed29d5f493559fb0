// Releases the packages of this repository: `npm run release -- --registry URL [--dry-run]`.
// docs/releasing.md describes each step, and how to continue after a failure.

import { previewRelease } from "./preview-release.ts";
import { release } from "./release.ts";
import { ReleaseError } from "./release-error.ts";
import { readOptions } from "./release-options.ts";

try {
  const options = readOptions(process.argv.slice(2), process.env, new Date());
  const start = options.dryRun ? previewRelease : release;
  await start(process.cwd(), options, (line) => console.log(line));
} catch (error) {
  if (!(error instanceof ReleaseError)) throw error;
  console.error(`${error.message}\n\nWhat to do: ${error.fix}`);
  process.exitCode = 1;
}
