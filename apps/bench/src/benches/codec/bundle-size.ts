// Measures the size of the code that a browser or a server must load.

import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { PeerPackage } from "../../peers.ts";
import { importFrom } from "./codec-peer.ts";

/** The bundler whose output is measured. */
export const bundler: PeerPackage = { name: "esbuild", dependencies: { esbuild: "0.28.2" } };

interface Esbuild {
  build(options: object): Promise<{ readonly outputFiles: readonly { readonly text: string }[] }>;
}

/** A bundle. Sizes are in KB of 1000 bytes. */
export interface Bundle {
  readonly minifiedKb: number;
  readonly gzipKb: number;
  /** The path of the unminified bundle. */
  readonly path: string;
}

/**
 * Bundles a program that is given as text. If `alone` is set, the packages that it imports are not
 * included.
 */
export async function bundleModule(
  folder: string,
  root: string,
  name: string,
  program: string,
  alone: boolean,
): Promise<Bundle> {
  const esbuild = (await importFrom(folder, "esbuild")) as Esbuild;
  const build = async (minify: boolean): Promise<string> => {
    const { outputFiles } = await esbuild.build({
      stdin: { contents: program, resolveDir: join(root, "apps/bench"), loader: "js" },
      bundle: true,
      write: false,
      minify,
      format: "esm",
      platform: "neutral",
      target: "es2024",
      logLevel: "silent",
      ...(alone ? { external: ["@specwright/runtime", "zod"] } : {}),
    });
    return outputFiles[0]?.text ?? "";
  };
  const minified = await build(true);
  const bundles = join(folder, "bundles");
  const path = join(bundles, `${name}.mjs`);
  await mkdir(bundles, { recursive: true });
  await writeFile(path, await build(false));
  return {
    minifiedKb: Buffer.byteLength(minified) / 1000,
    gzipKb: gzipSync(minified, { level: 9 }).length / 1000,
    path,
  };
}
