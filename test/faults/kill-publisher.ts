// The publisher is killed while it accepts and processes versions, once for each version. Every accepted
// version is published once, in order, and no feed shows one twice.

import { setTimeout } from "node:timers/promises";
import { type AwaitedPublications, awaitPublications } from "./await-publications.ts";
import { loadPublications, type PublicationLoad, readVersions } from "./publication-load.ts";
import { preparePublisher } from "./publisher-process.ts";
import { watchFeeds } from "./watch-feeds.ts";
import { withFolder } from "./with-folder.ts";

/** The result of the run. */
export interface KillPublisherReport {
  readonly kills: number;
  /** The number of kills while a document was being processed. */
  readonly duringProcessing: number;
  /** The number of accepted versions; each was published once. */
  readonly versions: number;
  /** The number of requests to publish by their result. */
  readonly outcomes: Readonly<Record<string, number>>;
  /** The work that was left after the last kill. */
  readonly backlog: AwaitedPublications;
  /** How often a feed was read, and how often it was unchanged. */
  readonly feeds: { readonly fresh: number; readonly unchanged: number };
}

const names = ["one", "two", "three", "four"] as const;
/** On PostgreSQL, a killed process keeps its document for this time; many kills must fit in. */
const LEASE_SECONDS = 3;

/**
 * Publishes versions, and kills the process during each.
 * @throws Error if a version was lost, published twice or compared with the wrong one.
 */
export function killPublisher(
  times: number,
  env: Readonly<Record<string, string>> = {},
): Promise<KillPublisherReport> {
  return withFolder(async (folder, undo) => {
    const service = await preparePublisher(folder, {
      PUBLISHER_LEASE_SECONDS: String(LEASE_SECONDS),
      ...env,
    });
    undo(() => service.end("SIGKILL"));
    await service.start();
    // Each interface has at least two versions, so that one follows the other.
    const interfaces = names.slice(0, Math.max(1, Math.floor(times / 2)));
    for (const name of interfaces) await service.command("interface", "create", name);
    const token = await service.command("token", "issue", "faults", "--rights", "publish");
    const load = loadPublications(service.url, token);
    const feeds = watchFeeds(service.url, interfaces);
    let duringProcessing = 0;
    for (let done = 0; done < times; done += 1) {
      const accepted = load.publish(interfaces[done % interfaces.length] ?? "one");
      await setTimeout(moment(done));
      if (service.isProcessing()) duringProcessing += 1;
      await service.end("SIGKILL");
      await service.start();
      await accepted;
    }
    const backlog = await awaitPublications(load, async () => {
      const metrics = await service.metrics();
      const jobs = metrics.split("\n").filter((line) => line.startsWith("publisher_jobs"));
      return `${jobs.join(", ")}; its log ends with ${service.log().slice(-4000)}`;
    });
    await feeds.end();
    for (const name of interfaces) await check(load, name);
    const code = await service.end("SIGTERM");
    if (code !== 0) throw new Error(`it ended with ${code}: ${service.log()}`);
    return {
      kills: times,
      duringProcessing,
      versions: load.publications.length,
      outcomes: Object.fromEntries(load.outcomes),
      backlog,
      feeds: { ...feeds.answers },
    };
  });
}

/** Kills happen while a version is accepted, while it is processed, and afterwards. */
function moment(done: number): number {
  return Math.random() * ([30, 1000, 4000][done % 3] ?? 0);
}

/** Checks that an interface has each version once, compared with the one before it. */
async function check({ client, publications }: PublicationLoad, name: string): Promise<void> {
  const accepted = publications.filter((each) => each.interface === name);
  const versions = await readVersions(client, name);
  const found = versions.map(({ version, number }) => `${version} as ${number}`).join();
  const wanted = accepted.map(({ version }) => `${version} as ${version}`).join();
  if (found !== wanted) throw new Error(`${name} has ${found} instead of ${wanted}`);
  for (const [at, { id, previous_id: previous, change_counts: counts }] of versions.entries()) {
    const ids = [...(accepted[at]?.ids ?? [])];
    if (ids.join() !== id) throw new Error(`${name} ${at + 1} is ${id}, accepted as ${ids}`);
    if (previous !== (versions[at - 1]?.id ?? null)) {
      throw new Error(`${name} ${at + 1} follows ${previous}`);
    }
    // Each version adds an operation, so that another base would lead to another number of changes.
    const added = counts.non_breaking;
    if (added !== (at === 0 ? 0 : 1)) throw new Error(`${name} ${at + 1} adds ${added} operations`);
  }
}
