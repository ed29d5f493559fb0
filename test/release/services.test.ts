// The three services as users install them: packed, installed into an empty project, started by their
// commands, and stopped.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { isOnline } from "./node-22.ts";
import { publishPackages } from "./publish-packages.ts";
import { startRegistry, type TestRegistry } from "./registry.ts";
import { type Ending, run } from "./run.ts";

const online = await isOnline();
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

/** The line of JSON that a service prints when it is ready. */
interface Ready {
  readonly url: string;
  /** The address for health checks and metrics. */
  readonly operations: string;
}

interface Service {
  readonly child: ChildProcess;
  readonly ready: Ready;
  /** Returns the output so far, stdout and stderr. */
  output(): string;
}

describe.skipIf(!online)("an installed service (skipped without the npm registry)", () => {
  let folder: string;
  let project: string;
  let registry: TestRegistry;
  const started = new Set<ChildProcess>();

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "specwright-services-"));
    project = join(folder, "project");
    registry = await startRegistry();
    const names = ["marketplace", "publisher", "streams"];
    await publishPackages(
      registry,
      folder,
      names.map((name) => `apps/${name}`),
    );
    mkdirSync(project);
    writeFileSync(join(project, "package.json"), "{}");
    const settings = `@specwright:registry=${registry.url}\nfund=false\naudit=false\n`;
    writeFileSync(join(project, ".npmrc"), settings);
    const packages = ["marketplace", "publisher", "streams-service"].map(
      (name) => `@specwright/${name}`,
    );
    const { code, output } = await run(project, "npm", [
      "install",
      "--prefer-offline",
      ...packages,
    ]);
    expect(code, output).toBe(0);
  });

  afterEach(() => {
    for (const child of started) child.kill("SIGKILL");
    started.clear();
  });

  afterAll(async () => {
    await registry[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  const command = (name: string): string => join(project, "node_modules/.bin", name);

  /** Returns the settings of a service that keeps its data in its own folder. */
  const settings = (name: string): Readonly<Record<string, string>> => {
    const prefix = name.toUpperCase();
    return {
      [`${prefix}_DATA`]: join(folder, "data", name),
      [`${prefix}_PORT`]: "0",
      [`${prefix}_OPERATIONS_PORT`]: "0",
    };
  };

  const runCommand = (name: string, ...args: readonly string[]): Promise<Ending> =>
    run(project, command(`specwright-${name}`), args, settings(name));

  /** Starts a service and waits until it is ready. */
  async function startService(name: string): Promise<Service> {
    const env = { ...process.env, ...settings(name) };
    const child = spawn(command(`specwright-${name}`), { cwd: project, env });
    started.add(child);
    let output = "";
    const ready = Promise.withResolvers<Ready>();
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text;
        const line = output.split("\n").find((each) => /^\{.*"operations":/.test(each));
        if (line !== undefined) ready.resolve(JSON.parse(line) as Ready);
      });
    }
    child.once("close", () => ready.reject(new Error(`${name} ended:\n${output}`)));
    return { child, ready: await ready.promise, output: () => output };
  }

  /** Sends SIGTERM and resolves with the exit code. */
  async function stopService({ child }: Service): Promise<unknown> {
    const ended = once(child, "close");
    child.kill("SIGTERM");
    const [code] = await ended;
    return code;
  }

  it.each(["marketplace", "publisher", "streams"])(
    "%s prints its help, becomes ready, and stops on SIGTERM",
    async (name) => {
      const help = await runCommand(name, "--help");
      expect(help.code, help.output).toBe(0);
      expect(help.output).toContain(`specwright-${name} serve`);
      const service = await startService(name);
      const { operations } = service.ready;
      expect((await fetch(`${operations}/readyz`)).status).toBe(200);
      expect((await fetch(`${operations}/metrics`)).status).toBe(200);
      expect(await stopService(service), service.output()).toBe(0);
    },
  );

  it.each([
    ["marketplace", "specwright-marketplace serve"],
    ["publisher", "specwright-publisher serve"],
    ["streams-service", "specwright-streams serve"],
  ])("npx finds the command of @specwright/%s", async (name, expected) => {
    const { code, output } = await run(project, "npx", [`@specwright/${name}`, "help"]);
    expect(code, output).toBe(0);
    expect(output).toContain(expected);
  });

  it("marketplace answers requests", async () => {
    const service = await startService("marketplace");
    const body = {
      username: "ada",
      email: "ada@people.example",
      password: "correct horse battery",
    };
    const answer = await fetch(`${service.ready.url}/users`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    expect(answer.status, await answer.text()).toBe(201);
    const script = await fetch(`${service.ready.url}/moderation/page.js`);
    expect(script.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
    expect(await stopService(service)).toBe(0);
  });

  it("publisher processes documents and serves their pages", async () => {
    const seeded = await runCommand("publisher", "seed");
    expect(seeded.code, seeded.output).toBe(0);
    const service = await startService("publisher");
    const page = (): Promise<Response> => fetch(`${service.ready.url}/marketplace/`);
    await expect
      .poll(async () => (await page()).status, { timeout: 120_000, message: service.output() })
      .toBe(200);
    expect(await (await page()).text()).toContain("Marketplace");
    expect(await stopService(service)).toBe(0);
  });
});
