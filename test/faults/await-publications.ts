// Waits for what was accepted to be published: as long as versions come out one after another, it
// is only much work, and when none does, it is lost or stuck.

import { setTimeout } from "node:timers/promises";
import type { PublicationLoad } from "./publication-load.ts";

/** How long no further version may be published, in milliseconds. */
const STUCK_MS = 120_000;

/** What waiting was like. */
export interface AwaitedPublications {
  /** The number of versions that were not published yet at first. */
  readonly waiting: number;
  readonly seconds: number;
}

/**
 * Waits until every accepted version is published.
 *
 * @throws Error with the pending versions and what `describe` says if none was published for two
 * minutes, or if one became anything else than itself.
 */
export async function awaitPublications(
  { client, publications }: Pick<PublicationLoad, "client" | "publications">,
  describe: () => Promise<string>,
): Promise<AwaitedPublications> {
  const startedAt = performance.now();
  let pending = publications.flatMap(({ interface: name, version, ids }) =>
    [...ids].map((id) => ({ name, version, id })),
  );
  let waiting: number | undefined;
  for (let movedAt = startedAt; ; ) {
    const left: typeof pending = [];
    for (const each of pending) if (!(await isPublished(client, each))) left.push(each);
    waiting ??= left.length;
    if (left.length < pending.length) movedAt = performance.now();
    pending = left;
    if (left.length === 0) {
      return { waiting, seconds: Math.round((performance.now() - startedAt) / 1000) };
    }
    if (performance.now() - movedAt > STUCK_MS) {
      const names = left.map(({ name, version, id }) => `${name} ${version} (${id})`).join(", ");
      throw new Error(
        `nothing was published for two minutes, without ${names}; ${await describe()}`,
      );
    }
    await setTimeout(500);
  }
}

async function isPublished(
  client: PublicationLoad["client"],
  { name, version, id }: { readonly name: string; readonly version: number; readonly id: string },
): Promise<boolean> {
  const answer = await client.getVersion({ path: { version_id: id } });
  if (answer.status === 202) return false;
  if (answer.status !== 200)
    throw new Error(`${name} ${version} is answered with ${answer.status}`);
  if (answer.body.data.version === String(version)) return true;
  throw new Error(`${name} ${version} has become ${answer.body.data.version}`);
}
