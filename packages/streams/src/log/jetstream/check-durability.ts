import { isAtLeast } from "./check-version.ts";
import type { LogNotice } from "./log-notice.ts";
import type { NatsConnection } from "./nats.ts";

/** Warns if the server does not report that it syncs to disk before it acknowledges a record. */
export async function checkDurability(
  { info }: NatsConnection,
  monitorUrl: string | undefined,
  notify: (notice: LogNotice) => void,
  timeoutMs: number,
): Promise<void> {
  const version = info?.version ?? "0";
  const advice =
    "Only several replicas on separate power supplies preserve acknowledged records in a power failure";
  if (!isAtLeast(version, [2, 10])) {
    notify({
      level: "warn",
      event: "no_durable_sync",
      message: `NATS ${version} cannot sync before it acknowledges. ${advice}; or upgrade to 2.10 and set sync_interval to always.`,
      version,
    });
    return;
  }
  const syncs = monitorUrl === undefined ? undefined : await askMonitor(monitorUrl, timeoutMs);
  if (syncs === true) return;
  notify({
    level: "warn",
    event: syncs === undefined ? "durable_sync_unknown" : "durable_sync_off",
    message:
      syncs === undefined
        ? `NATS ${version} does not report how it syncs; set monitorUrl to find out. ${advice}, unless sync_interval is always.`
        : `NATS ${version} acknowledges before it syncs. ${advice}; or set sync_interval to always.`,
    version,
  });
}

async function askMonitor(url: string, timeoutMs: number): Promise<boolean | undefined> {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const answer = await fetch(new URL("/jsz?config=true", url), { signal });
    const { config }: { readonly config?: unknown } = Object(await answer.json());
    if (typeof config !== "object" || config === null) return undefined;
    return "sync_always" in config && config.sync_always === true;
  } catch {
    return undefined;
  }
}
