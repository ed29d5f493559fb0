// `specwright publish` with the real service, which takes longer than the command waits.

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "@specwright/cli/api";
import { expect, onTestFinished, test } from "vitest";
import { processDocument } from "../../apps/publisher/src/worker/process-document.ts";
import { publishAll, shop, startPublisher } from "../../apps/publisher/test/start-publisher.ts";

test("a second run after a timeout fails for the same changes", async () => {
  let released = Promise.resolve();
  const running = await startPublisher({
    async process(task, { onBatch }) {
      await released;
      return await processDocument(task, onBatch);
    },
  });
  await publishAll(running, "shop", [{ document: shop("1", "cats", "dogs") }]);
  const folder = await mkdtemp(join(tmpdir(), "publish-command-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, "openapi.yaml"), shop("2", "cats"));
  const token = await running.secret();

  async function publish(...more: readonly string[]) {
    const said = { out: "", err: "" };
    const target = ["--to", running.site, "--interface", "shop", "--fail-on", "breaking"];
    const code = await run(
      ["publish", "openapi.yaml", ...target, ...more],
      {
        folder,
        out: (line) => {
          said.out += `${line}\n`;
        },
        err: (line) => {
          said.err += `${line}\n`;
        },
        status: () => {},
      },
      {
        version: "1.2.3",
        interruption: () => new AbortController().signal,
        world: {
          environment: { SPECWRIGHT_TOKEN: token },
          readInput: async () => "",
          delay: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
          elapsed: () => performance.now(),
        },
      },
    );
    return { code, ...said };
  }

  const held = Promise.withResolvers<void>();
  released = held.promise;
  expect(await publish("--wait", "1")).toMatchObject({
    code: 2,
    err: expect.stringContaining("is still being processed after 1 s"),
  });
  held.resolve();
  const { jobs } = running.publisher.storage.committed;
  await expect.poll(async () => (await jobs.waiting()).count).toBe(0);
  for (const flags of [[], ["--wait", "60"]]) {
    expect(await publish(...flags)).toMatchObject({
      code: 1,
      out: expect.stringContaining("Nothing has changed since version 2"),
    });
  }
  expect(await publish("--fail-on", "none")).toMatchObject({ code: 0 });
});
