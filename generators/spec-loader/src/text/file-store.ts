import type { Problem } from "../diagnostics/problem.ts";
import type { ResolvedLimits } from "../load-options.ts";
import type { SourceText } from "./fetch-source.ts";
import { type LoadedFile, parseFile } from "./loaded-file.ts";
import { fileNameOf } from "./read-source.ts";

/** A file that was opened, or the reason why it has no text. */
export type OpenedFile =
  | { readonly ok: true; readonly file?: LoadedFile; readonly problems: readonly Problem[] }
  | (SourceText & { readonly ok: false });

/** Reads and parses files, each once. */
export interface FileStore {
  readonly open: (url: string) => Promise<OpenedFile>;
  /** Reads a file that need not be a document, such as Markdown. */
  readonly read: (url: string) => Promise<SourceText>;
  /** Puts another form of a file in its place, with the same problems. */
  readonly replace: (file: LoadedFile) => void;
}

/** Creates a store of the files around an entry document. */
export function createFileStore(
  entryUrl: string,
  read: (url: string) => Promise<SourceText>,
  limits: ResolvedLimits,
): FileStore {
  const opened = new Map<string, OpenedFile>();
  return {
    read,
    open: async (url) => {
      const known = opened.get(url);
      if (known !== undefined) return known;
      const text = await read(url);
      const result: OpenedFile = text.ok
        ? { ok: true, ...(await parseFile(fileNameOf(url, entryUrl), url, text.text, limits)) }
        : text;
      opened.set(url, result);
      return result;
    },
    replace: (file) => {
      const known = opened.get(file.url);
      opened.set(file.url, { ok: true, problems: known?.ok ? known.problems : [], file });
    },
  };
}
