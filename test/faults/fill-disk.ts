// A full disk under the service: it refuses frames that it cannot keep, no client sees them, and it
// continues when there is space again.

import { execFileSync } from "node:child_process";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { publishOrders } from "./order-load.ts";
import { watchOrders } from "./order-watch.ts";
import { faultKeys, prepareService, waitUntil } from "./service-process.ts";
import { withFolder } from "./with-folder.ts";

/** The result of the run. */
export interface DiskReport {
  readonly acknowledged: number;
  readonly published: number;
  readonly delivered: number;
  /** The number of frames refused while the disk was full, by code. */
  readonly refused: Readonly<Record<string, number>>;
  /** The number of frames acknowledged while it was full, and the most that a client received. */
  readonly whenFull: { readonly acknowledged: number; readonly seen: number };
  readonly disconnects: number;
}

const DISK = "size=48m";
const FILLER_BYTES = 40 * 1024 * 1024;

/** Mounts a small file system. Only root may do so, and not in every container. */
function mountSmall(at: string): boolean {
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", DISK, "tmpfs", at], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/**
 * Fills the disk of a service under load, and frees it again. Resolves with undefined if no file
 * system can be mounted.
 *
 * @throws Error if a frame was lost, duplicated or reordered.
 */
export function fillDisk(clients: number): Promise<DiskReport | undefined> {
  return withFolder(async (folder, undo) => {
    if (!mountSmall(folder)) return undefined;
    undo(() => execFileSync("umount", [folder]));
    const keys = faultKeys(1);
    const [key] = keys;
    if (key === undefined) throw new Error("there is no key");
    const service = await prepareService({ folder }, keys);
    undo(() => service.end("SIGKILL"));
    await service.start();
    const watch = watchOrders(service, keys, clients);
    undo(() => watch.close());
    const load = publishOrders(service, key, { window: 400 });
    await waitUntil(() => service.answers.size > 500, "it publishes");
    const filler = join(folder, "filler");
    await writeFile(filler, Buffer.alloc(FILLER_BYTES));
    await waitUntil(() => (service.refusals.get("log_full") ?? 0) > 2000, "the disk is full");
    const seen = Math.max(...watch.clients.map(({ last }) => last));
    await waitUntil(() => service.answers.size >= seen, "what was seen is acknowledged");
    const acknowledged = service.answers.size;
    // Clients that connect meanwhile get the contents of the log.
    const late = watchOrders(service, keys, 1);
    undo(() => late.close());
    await waitUntil(
      () => (late.clients[0]?.last ?? 0) >= acknowledged,
      "a new client has all there is",
    );
    await rm(filler);
    await waitUntil(() => service.answers.size > acknowledged + 500, "it publishes again");
    await load.end();
    await watch.settle();
    await late.settle();
    return {
      acknowledged: service.answers.size,
      published: load.published(),
      delivered: watch.delivered(),
      refused: Object.fromEntries(service.refusals),
      whenFull: { acknowledged, seen },
      disconnects: watch.count("disconnected"),
    };
  });
}
