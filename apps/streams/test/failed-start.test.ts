import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openKeyStore } from "@specwright/streams-service";
import { expect, test } from "vitest";

const main = new URL("../src/main.ts", import.meta.url).pathname;

test("a start that fails issues no key, and says why before it stops", async () => {
  const folder = await mkdtemp(join(tmpdir(), "streams-failed-start-"));
  const taken = createServer().listen(0, "127.0.0.1");
  try {
    await once(taken, "listening");
    const address = taken.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const env = { PATH: process.env["PATH"], STREAMS_DATA: folder, STREAMS_PORT: String(port) };
    const [out, err] = await new Promise<readonly [string, string]>((resolve) => {
      const args = ["--conditions=@specwright/source", main, "serve"];
      execFile(process.execPath, args, { env }, (_, out, err) => resolve([out, err]));
    });
    expect(out).toBe("");
    const lines = err.split("\n").filter((line) => line.startsWith("{"));
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      {
        event: "port_in_use",
        error: `port ${port} of 127.0.0.1 is in use: stop the other process, or set another port in STREAMS_PORT or STREAMS_OPERATIONS_PORT`,
      },
      { event: "stopped" },
    ]);
    const keys = openKeyStore(join(folder, "keys.sqlite"));
    expect(await keys.list()).toEqual([]);
    await keys.close();
  } finally {
    taken.close();
    await rm(folder, { recursive: true, force: true });
  }
});
