import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

/** A bundle as a browser would load it. */
export interface Bundle {
  readonly text: string;
  /** Minified and gzipped, in bytes. */
  readonly gzipBytes: number;
  /** The files that contribute to the bundle. */
  readonly inputs: readonly string[];
}

/**
 * Bundles a module given as text, with its imports from the packages of this repository, except for
 * those in `outside`.
 */
export async function bundleOf(module: string, outside: readonly string[] = []): Promise<Bundle> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: module, resolveDir: import.meta.dirname, loader: "ts" },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "neutral",
    target: "es2022",
    // For generated code in another folder.
    nodePaths: [join(import.meta.dirname, "../../node_modules")],
    conditions: ["@specwright/source"],
    external: [...outside],
    metafile: true,
    write: false,
    logLevel: "silent",
  });
  const text = outputFiles.map((file) => file.text).join("");
  const inputs = Object.values(metafile.outputs).flatMap((output) =>
    Object.entries(output.inputs).flatMap(([path, { bytesInOutput }]) =>
      bytesInOutput > 0 ? [path] : [],
    ),
  );
  return { text, gzipBytes: gzipSync(text, { level: 9 }).byteLength, inputs };
}
