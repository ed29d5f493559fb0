// The command as a separate process: it continues after changes and errors, and ends on request.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { filesIn, folderOf, removeFolders, shop, write } from "./run-command.ts";

afterAll(removeFolders);

const bin = join(import.meta.dirname, "../src/bin.ts");

it("watches until SIGINT, and then ends with 0", async () => {
  const folder = await folderOf({ "shop.yaml": shop });
  const args = [
    "generate",
    "--input",
    "shop.yaml",
    "--output",
    "out",
    "--emit",
    "types",
    "--watch",
  ];
  const child = spawn(process.execPath, ["--conditions=@specwright/source", bin, ...args], {
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe"],
  });
  const ended = once(child, "exit");
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  const types = async () => (await filesIn(join(folder, "out")))["types.ts"];
  const watching = async (times: number) =>
    expect.poll(() => said.split("Watching").length - 1, { timeout: 60_000 }).toBe(times);
  try {
    await watching(1);
    const first = await types();
    await write(folder, "shop.yaml", "openapi: [");
    await watching(2);
    expect(said).toContain("Nothing was written.");
    expect(await types()).toBe(first);
    await write(folder, "shop.yaml", shop.replaceAll("Order", "Purchase"));
    await watching(3);
    expect(await types()).toContain("interface Purchase ");
    child.kill("SIGINT");
    expect(await ended).toEqual([0, null]);
  } finally {
    child.kill("SIGKILL");
  }
});
