import type { HttpServices } from "../http-services.ts";

/** The revisions of interfaces, by which cached pages are known to be current. */
export interface Revisions {
  /** Returns what changes whenever anything about an interface, or about any of them, changes. */
  of(name: string | undefined): Promise<string>;
  /** Returns the same at once, if it is known to be true by now. */
  known(name: string | undefined): string | undefined;
  /** Looks again before the next answer, because this process may have changed something. */
  forget(): void;
}

/** For how long nobody looks again, in milliseconds. */
const FRESH_MS = 500;

/** Watches the interfaces of a storage, of which other processes may publish versions. */
export function watchRevisions({
  storage,
  clock,
}: Pick<HttpServices, "storage" | "clock">): Revisions {
  let found: ReadonlyMap<string, string> = new Map();
  let all = "";
  let lookedAt = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | undefined;

  async function look(): Promise<void> {
    const startedAt = clock.elapsed();
    const rows = await storage.committed.interfaces.revisions();
    found = new Map(rows.map(({ name, revision }) => [name, revision]));
    all = rows.map(({ name, revision }) => `${name} ${revision}`).join(",");
    lookedAt = startedAt;
  }

  function known(name: string | undefined): string | undefined {
    if (clock.elapsed() - lookedAt > FRESH_MS) return undefined;
    return name === undefined ? all : (found.get(name) ?? "");
  }

  return {
    known,
    forget() {
      lookedAt = Number.NEGATIVE_INFINITY;
      // What is being read may have been asked for before the change.
      looking = undefined;
    },
    async of(name) {
      if (known(name) === undefined) {
        looking ??= look().finally(() => {
          looking = undefined;
        });
        await looking;
      }
      return name === undefined ? all : (found.get(name) ?? "");
    },
  };
}
