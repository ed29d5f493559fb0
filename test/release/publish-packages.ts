import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { PackageRegistry } from "./registry.ts";
import { run } from "./run.ts";

const root = new URL("../..", import.meta.url).pathname;

/**
 * Publishes the built packages of workspace folders, and the workspace packages they depend on. npm keeps
 * its settings in `folder`.
 * @throws Error if a package is refused.
 */
export async function publishPackages(
  { url, token }: PackageRegistry,
  folder: string,
  names: readonly string[],
): Promise<void> {
  const npmrc = join(folder, "npmrc");
  writeFileSync(npmrc, `${url.replace(/^\w+:/, "")}:_authToken=${token}\n`);
  const found = new Set<string>();
  for (const name of names) addWithOwn(name, found);
  // In one process: each npm process takes two seconds to start.
  const workspaces = [...found].flatMap((each) => ["--workspace", each]);
  const args = ["publish", "--ignore-scripts", "--registry", url, ...workspaces];
  const { code, output } = await run(root, "npm", args, { NPM_CONFIG_USERCONFIG: npmrc });
  if (code !== 0) throw new Error(`not all were published:\n${output}`);
}

/** Adds the folder of a package and of its workspace dependencies. */
function addWithOwn(folder: string, found: Set<string>): void {
  if (found.has(folder)) return;
  found.add(folder);
  const text = readFileSync(join(root, folder, "package.json"), "utf8");
  const { dependencies = {} } = JSON.parse(text) as {
    readonly dependencies?: Readonly<Record<string, string>>;
  };
  for (const name of Object.keys(dependencies)) {
    const [scope, rest] = name.split("/");
    if (scope !== "@specwright") continue;
    const own = ["generators", "packages"].map((top) => `${top}/${rest}`);
    for (const each of own) if (existsSync(join(root, each))) addWithOwn(each, found);
  }
}
