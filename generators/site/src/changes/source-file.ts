/** A file of a document, for excerpts on pages. */
export interface SourceFile {
  /** The path, relative to the folder of the document. */
  readonly path: string;
  readonly lines: readonly string[];
}

/** Returns the file that contains the position of a change; `undefined` if the file is not stored. */
export type FindSource = (file: string) => SourceFile | undefined;

/**
 * Returns a function that finds a file of a version by its path. If the version has no file at this path,
 * the function searches for the file name, and returns the file if the name is unique.
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
