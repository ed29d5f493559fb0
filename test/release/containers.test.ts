// The services in containers: the settings of examples/services, and with CONTAINER_TOOL=podman the
// images that their Containerfiles build.

import { readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { parse } from "yaml";
import { readEnvironment as marketplace } from "../../apps/marketplace/src/environment/read-environment.ts";
import { readEnvironment as publisher } from "../../apps/publisher/src/environment/read-environment.ts";
import { readEnvironment as streams } from "../../apps/streams/src/read-environment.ts";
import { publishPackages } from "./publish-packages.ts";
import { startRegistry, type TestRegistry } from "./registry.ts";
import { run } from "./run.ts";

type Settings = Readonly<Record<string, string>>;

const root = new URL("../..", import.meta.url).pathname;
const tool = process.env["CONTAINER_TOOL"];
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

function settingsOfImage(name: string): Settings {
  const text = readFileSync(join(root, `apps/${name}/Containerfile`), "utf8");
  const found = text.matchAll(/\b((?:MARKETPLACE|PUBLISHER|STREAMS)_\w+)=(\S+)/g);
  return Object.fromEntries([...found].map(([, key = "", value = ""]) => [key, value]));
}

function settingsOfCompose(name: string): Settings {
  const env = { DOMAIN: "shop.example", DATABASE_PASSWORD: "secret", SMTP_URL: "" };
  const text = readFileSync(join(root, "examples/services/compose.yaml"), "utf8").replaceAll(
    /\$\{(\w+)[^}]*\}/g,
    (_, key: keyof typeof env) => env[key],
  );
  const file = parse(text, { merge: true }) as {
    readonly services: Readonly<Record<string, { readonly environment: Settings }>>;
  };
  return file.services[name]?.environment ?? {};
}

const withDatabase = (name: string) => ({
  host: "0.0.0.0",
  port: 8080,
  operationsPort: 9090,
  options: { database: { url: `postgres://specwright:secret@database/${name}` } },
});

describe("the settings of a container", () => {
  it.each([
    ["marketplace", marketplace, withDatabase("marketplace")],
    ["publisher", publisher, withDatabase("publisher")],
    ["streams", streams, { host: "0.0.0.0", port: 8080, operationsPort: 9090, publish: "nats" }],
  ])("of the %s are valid", (name, read, expected) => {
    const settings = { ...settingsOfImage(name), ...settingsOfCompose(name) };
    expect(read(settings)).toMatchObject(expected);
  });
});

describe.skipIf(tool === undefined)("an image (skipped without CONTAINER_TOOL=podman)", () => {
  let folder: string;
  let registry: TestRegistry;
  const names = ["marketplace", "publisher", "streams"];
  const container = (name: string): string => `specwright-test-${process.pid}-${name}`;

  async function runTool(...args: readonly string[]): Promise<string> {
    const { code, output } = await run(folder, tool ?? "", args);
    expect(code, output).toBe(0);
    return output.trim();
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "specwright-containers-"));
    registry = await startRegistry();
    await publishPackages(
      registry,
      folder,
      names.map((name) => `apps/${name}`),
    );
    const { output: authorities } = await run(root, "npm", ["config", "get", "cafile"]);
    const own = authorities.trim() === "null" ? "" : `cafile=${authorities.trim()}\n`;
    writeFileSync(join(folder, "image.npmrc"), `@specwright:registry=${registry.url}\n${own}`);
  });

  afterAll(async () => {
    for (const name of names) {
      await run(folder, tool ?? "", ["rm", "--force", "--volumes", container(name)]);
    }
    await registry[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  it.each(names)("of the %s runs, restarts after a kill, and stops by itself", async (name) => {
    const image = `localhost/${container(name)}`;
    const npmrc = `${join(folder, "image.npmrc")}:/root/.npmrc:ro`;
    const file = join(root, `apps/${name}/Containerfile`);
    await runTool(
      "build",
      "--network=host",
      "--volume",
      npmrc,
      "--file",
      file,
      "--tag",
      image,
      ".",
    );
    const options = ["--detach", "--read-only", "--tmpfs", "/tmp", "--name", container(name)];
    await runTool("run", ...options, image);
    const ask = "fetch('http://127.0.0.1:9090/readyz').then((r) => console.log(r.status))";
    const isReady = async (): Promise<void> => {
      await expect
        .poll(() => runTool("exec", container(name), "node", "-e", ask), { timeout: 20_000 })
        .toBe("200");
    };
    await isReady();
    await runTool("kill", container(name));
    await runTool("start", container(name));
    await isReady();
    await runTool("stop", "--time", "45", container(name));
    expect(await runTool("inspect", "--format", "{{.State.ExitCode}}", container(name))).toBe("0");
  });
});
