// A new project for each bundler and runtime: `init`, `generate`, the tool's own build and one call, with
// an unchanged configuration. `TOOLS=all` adds the tools that take long to install.

import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { isOnline } from "./node-22.ts";
import { publishPackages } from "./publish-packages.ts";
import { type PackageRegistry, startRegistry } from "./registry.ts";
import { run } from "./run.ts";
import { endPrograms, startProgram } from "./start-program.ts";
import { answer, books } from "./tools/programs.ts";
import { hermesScript, type ToolProject, toolProjects } from "./tools/projects.ts";

const online = await isOnline();
const all = process.env["TOOLS"] === "all";
vi.setConfig({ testTimeout: 900_000, hookTimeout: 240_000, maxConcurrency: 3 });

describe.skipIf(!online)("32.4 a fresh project (skipped without the npm registry)", () => {
  let folder: string;
  let registry: PackageRegistry;
  let server: Server;
  let baseUrl: string;
  const PATH = `${dirname(process.execPath)}${delimiter}${process.env["PATH"]}`;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "specwright-tools-"));
    registry = await startRegistry();
    await publishPackages(registry, folder, [
      "generators/cli",
      "packages/rest",
      "packages/streams",
    ]);
    server = createServer((_request, response) => {
      response.writeHead(200, { "content-type": "application/json" }).end(books);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterAll(async () => {
    await endPrograms();
    server.close();
    await registry[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  /** Runs a command line in a project and returns its output; throws if it fails. */
  async function succeed(project: string, line: string): Promise<string> {
    const { code, output } = await run(project, "sh", ["-c", line], { PATH, CI: "1" });
    expect(code, `${line}\n${output}`).toBe(0);
    return output;
  }

  async function makeProject(tool: ToolProject): Promise<string> {
    const project = join(folder, tool.name.replaceAll(/\W+/g, "-").toLowerCase());
    mkdirSync(project);
    const write = (files: Readonly<Record<string, string>>): void => {
      for (const [path, text] of Object.entries(files)) writeFileSync(join(project, path), text);
    };
    write(tool.before ?? {});
    for (const line of tool.create) await succeed(project, line);
    const settings = `@specwright:registry=${registry.url}\nfund=false\naudit=false\nprefer-offline=true\n`;
    write({ ".npmrc": settings, "hermes.sh": hermesScript });
    copyFileSync(join(import.meta.dirname, "tools/openapi.yaml"), join(project, "openapi.yaml"));
    await succeed(project, "npm install -D @specwright/cli");
    await succeed(project, "npx specwright init --yes");
    await succeed(project, "npx specwright generate");
    for (const line of tool.handlers ?? []) await succeed(project, line);
    write(tool.program({ client: tool.client, baseUrl }));
    for (const line of tool.build) await succeed(project, line);
    return project;
  }

  async function answersOf(project: string, { call, serves }: ToolProject): Promise<string[]> {
    const answers: string[] = [];
    for (const line of call) {
      if (serves === undefined) {
        answers.push(await succeed(project, line));
        continue;
      }
      const program = startProgram(project, line.split(" "), { PATH });
      const [, url = ""] = await program.line(/(http:\/\/localhost:\d+)/);
      answers.push(await (await fetch(url)).text());
      await program.kill();
    }
    return answers;
  }

  for (const tool of toolProjects) {
    const isLeftOut = tool.isSlow === true && !all;
    const name = isLeftOut ? `${tool.name} (run it with TOOLS=all)` : tool.name;
    it.skipIf(isLeftOut).concurrent(`calls an API: ${name}`, async ({ expect }) => {
      const project = await makeProject(tool);
      // Some compile targets do not support BigInt literals.
      const codec = tool.client.endsWith(".mts") ? "codec.mts" : "codec.ts";
      expect(readFileSync(join(project, "src/gen", codec), "utf8")).toMatch(/\b\d+n\b/);
      for (const text of await answersOf(project, tool)) expect(text).toContain(answer);
    });
  }
});
