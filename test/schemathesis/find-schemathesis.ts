import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder that the test script installs it into. */
const installed = fileURLToPath(new URL("../../.tmp/schemathesis/bin", import.meta.url));

/** Finds Schemathesis 4.32 or newer, installed by the test script or in the PATH. */
export function findSchemathesis(): string | undefined {
  const folders = [installed, ...(process.env["PATH"] ?? "").split(delimiter)];
  const program = folders
    .map((folder) => join(folder, "schemathesis"))
    .find((path) => existsSync(path));
  if (program === undefined) return undefined;
  const text = execFileSync(program, ["--version"], { encoding: "utf8" });
  const [, major = 0, minor = 0] = (/(\d+)\.(\d+)/.exec(text) ?? []).map(Number);
  return major > 4 || (major === 4 && minor >= 32) ? program : undefined;
}
