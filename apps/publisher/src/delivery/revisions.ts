import type { HttpServices } from "../http-services.ts";

/** The revisions of interfaces, which show whether cached pages are current. */
export interface Revisions {
  /**
   * Returns a text that changes with every change of the interface, or of any interface if `name`
   * is undefined.
   */
  of(name: string | undefined): Promise<string>;
  /** Returns the revision if it was read recently, without a query; otherwise undefined. */
  known(name: string | undefined): string | undefined;
  /** Makes the next call send a query, because this process may have changed data. */
  forget(): void;
}

/** How long a revision is used without another query, in milliseconds. */
const FRESH_MS = 500;

/** Watches the interfaces of a storage. Other processes may publish versions, too. */
export function watchRevisions({
  storage,
  clock,
}: Pick<HttpServices, "storage" | "clock">): Revisions {
  let found: ReadonlyMap<string, string> = new Map();
  let all = "";
  let lookedAt = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | undefined;

  async function readRevisions(): Promise<void> {
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
      // The pending query may have started before the change.
      looking = undefined;
    },
    async of(name) {
      if (known(name) === undefined) {
        looking ??= readRevisions().finally(() => {
          looking = undefined;
        });
        await looking;
      }
      return name === undefined ? all : (found.get(name) ?? "");
    },
  };
}
