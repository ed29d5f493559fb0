import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

const NAMES = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"];

/** Returns the path of the first Chromium in the PATH. */
export function findChromium(): string | undefined {
  for (const folder of (process.env["PATH"] ?? "").split(delimiter)) {
    for (const name of NAMES) {
      if (existsSync(join(folder, name))) return join(folder, name);
    }
  }
  return undefined;
}
