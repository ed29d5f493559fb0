// The command as a separate process: it continues after changes and errors, and ends on request.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { filesIn, folderOf, removeFolders, shop, write } from "./run-command.ts";

afterAll(removeFolders);

const bin = join(import.meta.dirname, "../src/bin.ts");

it("watches until SIGINT, and then ends with 0", async () => {
  const folder = await folderOf({ "shop.yaml": shop });
  const input = ["--input", "shop.yaml", "--output", "out", "--emit", "types"];
  const watched = startWatch(folder, ["generate", ...input, "--watch"]);
  const types = async () => (await filesIn(join(folder, "out")))["types.ts"];
  try {
    await watched.runs(1);
    const first = await types();
    await write(folder, "shop.yaml", "openapi: [");
    await watched.runs(2);
    expect(watched.said()).toContain("Nothing was written.");
    expect(await types()).toBe(first);
    await write(folder, "shop.yaml", shop.replaceAll("Order", "Purchase"));
    await watched.runs(3);
    expect(await types()).toContain("interface Purchase ");
  } finally {
    expect(await watched.stop()).toEqual([0, null]);
  }
});

describe("a watch of a configuration with two documents", () => {
  const config = (settings: string): string => `import { defineConfig } from "@specwright/cli";
import { typesEmitter } from "@specwright/emit";
import { options } from "./options.ts";

export default defineConfig({
  contracts: [
    { input: "a.yaml", output: "gen/a", emitters: [typesEmitter(options)]${settings} },
    { input: "b.yaml", output: "gen/b", emitters: [typesEmitter(options)] },
  ],
});
`;
  const withReference = shop.replace("#/components/schemas/Order", "parts.yaml#/Colour");

  it("generates the parts that depend on a changed file, and all after a change of the configuration", async () => {
    const folder = await folderOf({
      "package.json": '{ "type": "module" }',
      "specwright.config.ts": config(""),
      "options.ts": "export const options = {};\n",
      "a.yaml": shop,
      "b.yaml": shop.replaceAll("Order", "Purchase"),
    });
    const watched = startWatch(folder, ["generate", "--watch"]);
    try {
      await watched.runs(1);
      expect(watched.said()).toContain("Watching 4 files.");
      const steps: readonly (readonly [string, string, readonly string[]])[] = [
        ["a.yaml", shop.replaceAll("Order", "Sale"), ["a.yaml"]],
        ["b.yaml", shop.replaceAll("Order", "Deal"), ["b.yaml"]],
        ["specwright.config.ts", config(', int64: "string"'), ["a.yaml", "b.yaml"]],
        ["options.ts", "export const options = { enumObjects: true };\n", ["a.yaml", "b.yaml"]],
      ];
      for (const [at, [file, text, generated]] of steps.entries()) {
        const before = watched.said().length;
        await write(folder, file, text);
        await watched.runs(at + 2);
        const said = watched.said().slice(before);
        expect(["a.yaml", "b.yaml"].filter((name) => said.includes(`${name} -> gen`))).toEqual(
          generated,
        );
      }
      expect((await filesIn(join(folder, "gen/a")))["types.ts"]).toContain("interface Sale ");
    } finally {
      await watched.stop();
    }
  });

  it("continues after a fault in the configuration or in a referenced file", async () => {
    const folder = await folderOf({
      "package.json": '{ "type": "module" }',
      "specwright.config.ts": config(""),
      "options.ts": "export const options = {};\n",
      "a.yaml": withReference,
      "b.yaml": shop,
      "parts.yaml": "Colour: { type: string }\n",
    });
    const watched = startWatch(folder, ["generate", "--watch"]);
    try {
      await watched.runs(1);
      expect(watched.said()).toContain("Watching 5 files.");
      await write(folder, "specwright.config.ts", "export default {");
      await watched.runs(2);
      expect(watched.said()).toContain("error config_invalid");
      await write(folder, "specwright.config.ts", config(""));
      await watched.runs(3);
      await write(folder, "parts.yaml", "Colour: [");
      await watched.runs(4);
      expect(watched.said()).toContain("Nothing was written.");
      const before = watched.said().length;
      await write(folder, "parts.yaml", "Colour: { type: number }\n");
      await watched.runs(5);
      expect(watched.said().slice(before)).toContain("a.yaml -> gen");
    } finally {
      await watched.stop();
    }
  });
});

/** A watch in a separate process. */
interface RunningWatch {
  /** Waits until it has run this many times. */
  runs(times: number): Promise<void>;
  /** Returns its output so far. */
  said(): string;
  /** Interrupts it and returns its exit code and signal. */
  stop(): Promise<unknown[]>;
}

function startWatch(folder: string, args: readonly string[]): RunningWatch {
  const child = spawn(process.execPath, ["--conditions=@specwright/source", bin, ...args], {
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe"],
  });
  const ended = once(child, "exit");
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  return {
    runs: (times) =>
      expect.poll(() => said.split("Watching").length - 1, { timeout: 60_000 }).toBe(times),
    said: () => said,
    stop: async () => {
      child.kill("SIGINT");
      const timer = setTimeout(() => child.kill("SIGKILL"), 20_000);
      const ending = await ended;
      clearTimeout(timer);
      return ending;
    },
  };
}
