/** A file of a document, for excerpts. */
export interface SourceFile {
  /** Its path among the files of the document. */
  readonly path: string;
  readonly lines: readonly string[];
}

/** Returns the file that a place of a change names; `undefined` if it is not stored. */
export type FindSource = (file: string) => SourceFile | undefined;

/**
 * Returns a function that finds the files of a version. If a place names a different folder than the list,
 * the function finds the file by its name, if the name is unique.
 */
export function sourceFinder(
  files: readonly { readonly path: string; readonly text: string }[],
): FindSource {
  const known = new Map<string, SourceFile>();
  const nameOf = (path: string): string => path.slice(path.search(/[^\\/]*$/));
  return (file) => {
    const named = files.filter(({ path }) => nameOf(path) === nameOf(file));
    const found =
      files.find(({ path }) => path === file) ?? (named.length === 1 ? named[0] : undefined);
    if (found === undefined) return undefined;
    const { path, text } = found;
    const source = known.get(path) ?? {
      path,
      lines: text.replace(/\r?\n$/, "").split(/\r\n|[\n\r]/),
    };
    known.set(path, source);
    return source;
  };
}
