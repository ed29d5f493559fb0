// Follows the feeds of a publisher as feed readers do, and fails if an entry appears twice, changes
// or disappears.

import { setTimeout } from "node:timers/promises";

/** The contents of the feeds so far. */
export interface FeedWatch {
  /** How often a feed was read, and how often the response was that it is unchanged. */
  readonly answers: { fresh: number; unchanged: number };
  /** Stops; rejects if a feed was wrong. */
  end(): Promise<void>;
}

const formats = ["rss", "atom", "json"] as const;

/** Starts to read the feeds of interfaces repeatedly. */
export function watchFeeds(url: string, interfaces: readonly string[]): FeedWatch {
  const answers = { fresh: 0, unchanged: 0 };
  const stop = new AbortController();
  const runs = interfaces.flatMap((name) => formats.map((format) => watch(name, format)));

  async function watch(name: string, format: (typeof formats)[number]): Promise<void> {
    const address = `${url}/v1/interfaces/${name}/changelog.${format}`;
    let etag: string | undefined;
    let before: readonly string[] = [];
    // Once more after the end, when everything has been published.
    for (let last = false; !last; ) {
      last = stop.signal.aborted;
      const headers = etag === undefined ? {} : { "If-None-Match": etag };
      const read = await fetch(address, { headers })
        .then(async (response) => ({ response, text: await response.text() }))
        .catch(() => undefined);
      if (read?.response.status === 304) answers.unchanged += 1;
      else if (read?.response.status === 200) {
        answers.fresh += 1;
        etag = read.response.headers.get("etag") ?? undefined;
        const entries = entriesOf(format, read.text);
        check(address, before, entries);
        before = entries;
      } else if (read !== undefined && read.response.status !== 503) {
        throw new Error(`${address} was answered with ${read.response.status}`);
      }
      if (!last) await setTimeout(100, undefined, { signal: stop.signal }).catch(() => {});
    }
  }

  const all = Promise.all(runs);
  // The failure is reported by `end`.
  all.catch(() => {});
  return {
    answers,
    async end() {
      stop.abort();
      await all;
    },
  };
}

/** Fails unless the entries, newest first, are the previous ones after newer ones. */
function check(address: string, before: readonly string[], entries: readonly string[]): void {
  const twice = entries.find((entry, at) => entries.indexOf(entry) !== at);
  if (twice !== undefined) throw new Error(`${address} has ${twice} twice`);
  const kept = entries.slice(-before.length);
  if (before.length > 0 && kept.join() !== before.join()) {
    throw new Error(`${address} had ${before.join()}, and has ${entries.join()}`);
  }
}

/** Returns the ids of the entries in a feed, newest first. */
function entriesOf(format: (typeof formats)[number], text: string): readonly string[] {
  if (format === "json") {
    return (JSON.parse(text) as { readonly items: readonly { readonly id: string }[] }).items.map(
      ({ id }) => id,
    );
  }
  const pattern =
    format === "rss" ? /<guid[^>]*>([^<]+)<\/guid>/g : /<entry>[\s\S]*?<id>([^<]+)<\/id>/g;
  return [...text.matchAll(pattern)].map(([, id = ""]) => id);
}
