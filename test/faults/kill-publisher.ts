// The publisher is killed while it accepts and processes versions, once for each of them: every
// accepted version is published once, in order, and no feed shows one twice.

import { setTimeout } from "node:timers/promises";
import { loadPublications, type PublicationLoad, readVersions } from "./publication-load.ts";
import { preparePublisher } from "./publisher-process.ts";
import { until } from "./service-process.ts";
import { watchFeeds } from "./watch-feeds.ts";
import { withFolder } from "./with-folder.ts";

/** The result of the run. */
export interface KillPublisherReport {
  readonly kills: number;
  /** The number of versions that were accepted; each was published once. */
  readonly versions: number;
  /** The number of requests to publish by their result. */
  readonly outcomes: Readonly<Record<string, number>>;
  /** The number of times that a feed was read, and that it had nothing new. */
  readonly feeds: { readonly fresh: number; readonly unchanged: number };
}

const interfaces = ["one", "two", "three", "four"] as const;

/**
 * Publishes a number of versions, and kills the process during each.
 *
 * @throws Error if a version was lost, published twice or compared with the wrong one.
 */
export function killPublisher(
  times: number,
  env: Readonly<Record<string, string>> = {},
): Promise<KillPublisherReport> {
  return withFolder(async (folder, undo) => {
    const service = await preparePublisher(folder, env);
    undo(() => service.end("SIGKILL"));
    await service.start();
    for (const name of interfaces) await service.command("interface", "create", name);
    const token = await service.command("token", "issue", "faults", "--rights", "publish");
    const load = loadPublications(service.url, token);
    const feeds = watchFeeds(service.url, interfaces);
    for (let done = 0; done < times; done += 1) {
      const accepted = load.publish(interfaces[done % interfaces.length] ?? "one");
      await setTimeout(moment(done));
      await service.end("SIGKILL");
      await service.start();
      await accepted;
    }
    await until(() => isPublished(load), "every version is published");
    await feeds.end();
    for (const name of interfaces) await check(load, name);
    const code = await service.end("SIGTERM");
    if (code !== 0) throw new Error(`it ended with ${code}: ${service.log()}`);
    return {
      kills: times,
      versions: load.publications.length,
      outcomes: Object.fromEntries(load.outcomes),
      feeds: { ...feeds.answers },
    };
  });
}

/** Kills come while a version is accepted, while it is processed, and afterwards. */
function moment(done: number): number {
  return Math.random() * ([30, 1000, 4000][done % 3] ?? 0);
}

/** Reports whether every accepted version is published; fails for a rejected one. */
async function isPublished({ client, publications }: PublicationLoad): Promise<boolean> {
  for (const { interface: name, version, ids } of publications) {
    for (const id of ids) {
      const answer = await client.getVersion({ path: { version_id: id } });
      if (answer.status === 202) return false;
      if (answer.status !== 200) {
        throw new Error(`${name} ${version} is answered with ${answer.status}`);
      }
      if (answer.body.data.version !== String(version)) {
        throw new Error(`${name} ${version} has become ${answer.body.data.version}`);
      }
    }
  }
  return true;
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
    // Each version adds an operation, so that any other base would have another number of changes.
    const added = counts.non_breaking;
    if (added !== (at === 0 ? 0 : 1)) throw new Error(`${name} ${at + 1} adds ${added} operations`);
  }
}
