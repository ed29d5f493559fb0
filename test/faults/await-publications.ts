// Waits until all accepted versions are published. While versions keep coming out, the queue is only long;
// if none does, a version is lost or stuck.

import { setTimeout } from "node:timers/promises";
import type { PublicationLoad } from "./publication-load.ts";

/** How long no version may be published, in milliseconds. */
const STUCK_MS = 120_000;

/** The result of waiting. */
export interface AwaitedPublications {
  /** The number of unpublished versions at the start. */
  readonly waiting: number;
  readonly seconds: number;
}

/**
 * Waits until every accepted version is published.
 * @throws Error with the pending versions and the text of `describe` if none was published for two minutes,
 * or if a version was not published as itself.
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
