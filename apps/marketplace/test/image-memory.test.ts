// The memory that images of 40 megapixels cost a process of the service, as stated in
// docs/operating-marketplace.md.

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { createFile } from "./images.ts";
import { logInAt, PEOPLE, temporaryFolder } from "./start-marketplace.ts";
import { startProcess } from "./start-process.ts";

const MAX_GROWTH_MIB = 512;

/** Reads the peak memory of a process, in MiB. */
async function mostMemory(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
}

test.skipIf(process.platform !== "linux")(
  "T13 six images of 40 megapixels at once need the memory on the operating page",
  { timeout: 180_000 },
  async () => {
    const folder = await temporaryFolder();
    const settings = join(folder, "settings.json");
    await writeFile(settings, JSON.stringify({ seed: PEOPLE }));
    const { child, url } = startProcess({
      MARKETPLACE_DATA: folder,
      MARKETPLACE_SETTINGS: settings,
      MARKETPLACE_RATE_LIMITS: "off",
    });
    const ada = await logInAt(await url, "ada");
    const background = { r: 200, g: 40, b: 90 };
    const create = { width: 8000, height: 5000, channels: 3, background } as const;
    // The most expensive kind: for a progressive image, the decoder keeps every coefficient.
    const dearest = { progressive: true, chromaSubsampling: "4:4:4" };
    const bytes = Buffer.from(await sharp({ create }).jpeg(dearest).toBuffer());
    const before = await mostMemory(child.pid);
    const answers = await Promise.all(
      Array.from({ length: 6 }, () =>
        ada.createAttachment(
          { body: { listing_id: 1, file: createFile(bytes, "a.jpg", "image/jpeg") } },
          { timeoutMs: 150_000 },
        ),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(201));
    const growth = (await mostMemory(child.pid)) - before;
    expect(growth).toBeLessThan(MAX_GROWTH_MIB);
  },
);
