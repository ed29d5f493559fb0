// Verdaccio, a registry for production use, confirms the results of the tests' own registry.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { PackageRegistry } from "./registry.ts";
import { run } from "./run.ts";

const version = "6.10.4";

/** Starts an empty Verdaccio on a free port, installed in `root`, with its packages in `folder`. */
export async function startVerdaccio(root: string, folder: string): Promise<PackageRegistry> {
  const program = await installVerdaccio(root);
  const config = join(folder, "verdaccio.yaml");
  writeFileSync(
    config,
    JSON.stringify({
      storage: join(folder, "packages"),
      auth: { htpasswd: { file: join(folder, "htpasswd") } },
      packages: { "**": { access: "$all", publish: "$authenticated" } },
      log: { type: "stdout", level: "error" },
    }),
  );
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const args = [program, "--config", config, "--listen", `127.0.0.1:${port}`];
  const child = spawn(process.execPath, args, { stdio: "ignore" });
  const ended = once(child, "exit");
  const token = await signUp(url);
  return {
    url,
    token,
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

async function installVerdaccio(root: string): Promise<string> {
  const folder = join(root, ".tmp", `verdaccio-${version}`);
  const program = join(folder, "node_modules/verdaccio/bin/verdaccio");
  if (existsSync(program)) return program;
  mkdirSync(folder, { recursive: true });
  // A dependency requires a tag of node-fetch, and registry mirrors may lack tags.
  writeFileSync(join(folder, "package.json"), '{ "overrides": { "node-fetch": "2.7.0" } }');
  const args = ["install", "--ignore-scripts", "--no-audit", "--no-fund", `verdaccio@${version}`];
  const { code, output } = await run(folder, "npm", args);
  if (code !== 0) throw new Error(`Verdaccio ${version} could not be installed:\n${output}`);
  return program;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

/** Creates a user as `npm adduser` does, once the registry responds, and returns the token. */
async function signUp(url: string): Promise<string> {
  const user = { name: "tester", password: "a password of the tests" };
  for (let left = 150; ; left -= 1) {
    try {
      const response = await fetch(`${url}-/user/org.couchdb.user:${user.name}`, {
        method: "PUT",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(user),
      });
      const { token } = (await response.json()) as { readonly token?: string };
      if (token !== undefined) return token;
      throw new Error(`Verdaccio answered ${response.status} without a token.`);
    } catch (error) {
      if (left === 0) throw error;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}
