import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "./run.ts";

const version = "22.23.3";

/** Reports whether the registry that this machine installs packages from responds. */
export async function isOnline(): Promise<boolean> {
  const { code, output } = await run(process.cwd(), "npm", [
    "view",
    "zod",
    "version",
    "--fetch-retries=0",
    "--fetch-timeout=10000",
  ]);
  if (code === 0) return true;
  console.warn(`The npm registry does not answer: installing the SDKs is not tested.\n${output}`);
  return false;
}

/** Installs Node 22 beside the repository's own version, once for all runs; returns its program. */
export async function installNode22(root: string): Promise<string> {
  const folder = join(root, ".tmp", `node-${version}`);
  const { platform, arch } = process;
  const prefix = platform === "darwin" && arch === "arm64" ? "node-bin" : "node";
  const name = `${prefix}-${platform}-${arch}`;
  const program = join(folder, "node_modules", name, "bin/node");
  if (existsSync(program)) return program;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), "{}");
  const args = ["install", "--ignore-scripts", "--no-audit", "--no-fund", `${name}@${version}`];
  const { code, output } = await run(folder, "npm", args);
  if (code !== 0) throw new Error(`Node ${version} could not be installed:\n${output}`);
  return program;
}
