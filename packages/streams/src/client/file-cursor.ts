// Stores the position of a reader in a file. This is a separate entry of the package, because it needs
// Node.

import { open, readFile, rename } from "node:fs/promises";
import { dirname } from "node:path";
import {
  type Clock,
  type StreamCursor,
  type StreamPosition,
  systemClock,
} from "@specwright/runtime";
import { CursorError } from "./cursor-error.ts";

export { CursorError, type CursorErrorCode } from "./cursor-error.ts";

/** Options for `fileCursor`. */
export interface FileCursorOptions {
  /**
   * The minimum time between two writes, in milliseconds; 0 writes each position. Default 1,000.
   */
  readonly intervalMs?: number;
  readonly clock?: Clock;
}

/** A cursor stored in a file. */
export interface FileCursor extends StreamCursor {
  load(): Promise<StreamPosition | undefined>;
  save(seq: bigint, mark?: () => string): Promise<void>;
  /** Writes a position that is not written yet. The stream calls this method when the stream ends. */
  flush(): Promise<void>;
}

/**
 * Stores the position of a reader in a file, for one process at a time. The file always contains either the
 * old or the new position, even if the process or the machine stops. The stored position is never ahead of
 * the processed messages, and at most `intervalMs` behind. After a crash, some messages may arrive again,
 * with the same numbers. For the first start, when there is no file, set `since` on the channel. If a write
 * fails, the stream ends with the error of the write. `load` rejects with `CursorError` if the file
 * contains no position.
 */
export function fileCursor(path: string, options: FileCursorOptions = {}): FileCursor {
  const { intervalMs = 1_000, clock = systemClock } = options;
  let wanted: Position | undefined;
  let written: Position | undefined;
  let writtenMs = Number.NEGATIVE_INFINITY;
  let writing: Promise<void> | undefined;
  let cancel: (() => void) | undefined;
  let failure: { readonly error: unknown } | undefined;

  /** Writes the latest position. If `intervalMs` is 0, repeats this until no newer position is waiting. */
  async function writeLatest(): Promise<void> {
    while (wanted !== undefined && wanted !== written) {
      const position = wanted;
      writtenMs = clock.elapsed();
      await replaceFile(path, `${positionText(position)}\n`);
      written = position;
      if (intervalMs > 0) return;
    }
  }

  function isBehind(): boolean {
    return wanted !== undefined && wanted !== written;
  }

  function startWriting(): Promise<void> {
    cancel?.();
    cancel = undefined;
    writing ??= writeLatest().then(
      () => {
        writing = undefined;
        // A newer position was saved while the disk was still writing this one.
        if (isBehind()) writeLater();
      },
      (error: unknown) => {
        writing = undefined;
        throw error;
      },
    );
    return writing;
  }

  function writeLater(): void {
    const waitMs = Math.max(0, writtenMs + intervalMs - clock.elapsed());
    cancel ??= clock.setTimer(waitMs, () => {
      cancel = undefined;
      startWriting().catch((error: unknown) => {
        failure = { error };
      });
    });
  }

  function throwFailure(): void {
    if (failure !== undefined) throw failure.error;
  }

  return {
    async load() {
      const text = await readFile(path, "utf8").catch((error: unknown) => {
        if (isMissing(error)) return undefined;
        throw error;
      });
      if (text === undefined) return undefined;
      const [, seq, mark] = /^(\d{1,19})(?: ([!-~]{1,512}))?\n$/.exec(text) ?? [];
      if (seq === undefined) {
        throw new CursorError("cursor_unreadable", `${path} does not hold a stream position`);
      }
      return { seq: BigInt(seq), ...(mark !== undefined && { mark }) };
    },
    async save(seq, mark) {
      throwFailure();
      wanted = { seq, mark };
      if (writtenMs + intervalMs <= clock.elapsed()) return startWriting();
      writeLater();
    },
    async flush() {
      while (writing !== undefined || isBehind()) {
        throwFailure();
        await startWriting();
      }
      throwFailure();
    },
  };
}

interface Position {
  readonly seq: bigint;
  readonly mark: (() => string) | undefined;
}

function positionText({ seq, mark }: Position): string {
  return mark === undefined ? String(seq) : `${seq} ${mark()}`;
}

/**
 * Replaces the text of a file atomically. A reader of the file sees either the old or the new text, even
 * after a crash.
 */
async function replaceFile(path: string, text: string): Promise<void> {
  const draft = `${path}.tmp`;
  const file = await open(draft, "w", 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
  await syncFolder(dirname(path));
}

/** Makes the rename of a file durable. Some systems do not support this. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r").catch(() => undefined);
  if (folder === undefined) return;
  await folder.sync().catch(() => {});
  await folder.close();
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
