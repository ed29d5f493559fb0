// Watches files for changes. Also notices if an editor replaces a file by renaming a different file.

import { type FSWatcher, watch } from "node:fs";
import { basename, dirname, join } from "node:path";

/** A watch of several files. */
export interface FileWatch {
  /** Replaces the list of watched files. Changes that `changed` has not returned yet are kept. */
  follow(files: Iterable<string>): void;
  /**
   * Waits until a file has changed, and until no file has changed for a moment. Resolves with the paths
   * that have changed since the last call. Resolves with an empty set when the signal aborts.
   */
  changed(): Promise<ReadonlySet<string>>;
  close(): void;
}

/**
 * The time without changes after which changes are reported, because editors write a file in several steps.
 */
const SETTLE_MS = 50;

/**
 * Starts a watch, at first without files. The watch ends when the signal aborts. All paths are absolute.
 */
export function watchFiles(signal?: AbortSignal): FileWatch {
  const folders = new Map<string, FSWatcher>();
  let followed: ReadonlySet<string> = new Set();
  let changes = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let settle = (): void => {};

  function noteChange(path: string): void {
    if (!followed.has(path)) return;
    changes.add(path);
    schedule();
  }

  function schedule(): void {
    clearTimeout(timer);
    timer = setTimeout(() => settle(), SETTLE_MS);
  }

  function close(): void {
    clearTimeout(timer);
    for (const watcher of folders.values()) watcher.close();
    folders.clear();
    signal?.removeEventListener("abort", close);
    settle();
  }

  /**
   * Watches a folder instead of its files, because the watch of a file ends if a different file is renamed
   * to the same name.
   */
  function open(folder: string): FSWatcher {
    const watcher = watch(folder, (_event, name) => {
      if (name !== null) noteChange(join(folder, basename(name)));
      else for (const path of followed) if (dirname(path) === folder) noteChange(path);
    });
    // The folder may have been removed. `follow` watches it again.
    watcher.on("error", () => {
      watcher.close();
      folders.delete(folder);
    });
    return watcher;
  }

  signal?.addEventListener("abort", close, { once: true });
  return {
    follow(files) {
      followed = new Set(files);
      const wanted = new Set([...followed].map((path) => dirname(path)));
      for (const [folder, watcher] of folders) {
        if (wanted.has(folder)) continue;
        watcher.close();
        folders.delete(folder);
      }
      for (const folder of wanted) if (!folders.has(folder)) folders.set(folder, open(folder));
    },
    async changed() {
      const { promise, resolve } = Promise.withResolvers<void>();
      settle = resolve;
      if (signal?.aborted === true) resolve();
      if (changes.size > 0) schedule();
      await promise;
      settle = () => {};
      const settled = changes;
      changes = new Set();
      return signal?.aborted === true ? new Set() : settled;
    },
    close,
  };
}
