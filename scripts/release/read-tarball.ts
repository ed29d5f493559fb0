import { gunzipSync } from "node:zlib";

const block = 512;
const textField = (header: Buffer, start: number, length: number): string =>
  header.toString("utf8", start, start + length).replace(/\0.*$/s, "");

/** Returns the path in an extended pax header, which belongs to the next entry. */
function paxPath(content: Buffer): string | undefined {
  return /(?:^|\n)\d+ path=([^\n]*)\n/.exec(content.toString("utf8"))?.[1];
}

/**
 * Reads the files of a package's tarball: path to contents, with the file mode before them. Tarballs with
 * equal entries install the same files, however they were compressed.
 */
export function readTarball(tarball: Buffer): ReadonlyMap<string, string> {
  const bytes = gunzipSync(tarball);
  const files = new Map<string, string>();
  let longPath: string | undefined;
  for (let at = 0; at + block <= bytes.length && bytes[at] !== 0; ) {
    const header = bytes.subarray(at, at + block);
    const size = Number.parseInt(textField(header, 124, 12).trim() || "0", 8);
    const content = bytes.subarray(at + block, at + block + size);
    const type = textField(header, 156, 1);
    if (type === "x") longPath = paxPath(content);
    else {
      const prefix = textField(header, 345, 155);
      const name = textField(header, 0, 100);
      const path = longPath ?? (prefix === "" ? name : `${prefix}/${name}`);
      const mode = textField(header, 100, 8).trim();
      if (type === "0" || type === "") files.set(path, `${mode} ${content.toString("latin1")}`);
      longPath = undefined;
    }
    at += block + Math.ceil(size / block) * block;
  }
  return files;
}

/** Lists the files that differ between two tarballs, or exist in only one of them. */
export function differingFiles(left: Buffer, right: Buffer): readonly string[] {
  const [before, after] = [readTarball(left), readTarball(right)];
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].filter((path) => before.get(path) !== after.get(path)).sort();
}
