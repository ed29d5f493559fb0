// What a peer of the codecs is.

import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { PeerPackage } from "../../peers.ts";
import type { FlatSchema } from "./flat-schema.ts";

/** Is a library, or a pair of them, that does a part of what a codec does. */
export interface CodecPeer extends PeerPackage {
  /** Names what it decodes with in results; "(lossy)" where an int64 is rounded. */
  readonly decoder?: string;
  /** Compiles something in the folder after installation. */
  readonly prepare?: (
    folder: string,
    schemas: Readonly<Record<string, FlatSchema>>,
  ) => Promise<void>;
  /** Loads the peer for frames of one schema. */
  readonly load: (folder: string, schema: FlatSchema, name: string) => Promise<PeerFunctions>;
}

/** Is what a peer can do, each as its users would call it. */
export interface PeerFunctions {
  /** From text to a checked value; throws when it is not valid. */
  readonly decode?: (text: string) => unknown;
  /** Checks what `JSON.parse` gives. */
  readonly is?: (value: unknown) => boolean;
  /** From a value to bytes. Values hold bigints when `encodesExact`, numbers otherwise. */
  readonly encodeBytes?: (value: unknown) => Uint8Array;
  readonly encodesExact?: boolean;
}

/** Imports a package that is installed in a peer's folder. */
export async function importFrom(folder: string, specifier: string): Promise<unknown> {
  const path = createRequire(join(folder, "package.json")).resolve(specifier);
  const module: unknown = await import(pathToFileURL(path).href);
  return module;
}

/** Makes a decoder of a check: it throws when the check fails. */
export function parseAndCheck(check: (value: unknown) => boolean): (text: string) => unknown {
  return (text) => {
    const value: unknown = JSON.parse(text);
    if (!check(value)) throw new TypeError("not valid");
    return value;
  };
}
