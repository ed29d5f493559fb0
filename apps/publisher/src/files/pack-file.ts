import { hash } from "node:crypto";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import type { FileReference, PackedFile } from "../storage/file-repository.ts";

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** Compresses a file of a document in another thread. */
export async function packFile(path: string, text: string): Promise<PackedFile & FileReference> {
  const bytes = Buffer.from(text);
  const content = await compress(bytes, { level: 6 });
  return { path, sha256: hash("sha256", bytes, "hex"), size: bytes.byteLength, content };
}

/** Returns the bytes of a stored file. */
export function unpackBytes({ content }: Pick<PackedFile, "content">): Promise<Uint8Array> {
  return decompress(content);
}
