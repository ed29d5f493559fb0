// Bundles each module given as an argument for browsers, with all of its imports, into a separate file in
// dist/bundles/. A module without exports becomes a plain script that declares nothing in the page.
import { build } from "esbuild";

const options = {
  outdir: "dist/bundles",
  entryNames: "[name]",
  bundle: true,
  minify: true,
  platform: "browser",
  format: "esm",
  target: "es2024",
  logLevel: "warning",
  // Entries of our packages only re-export; none of our modules has side effects when it loads.
  logOverride: { "ignored-bare-import": "silent" },
};
for (const entry of process.argv.slice(2)) {
  const entryPoints = [entry];
  const { metafile } = await build({ ...options, entryPoints, metafile: true });
  const isScript = Object.values(metafile.outputs).every((output) => output.exports.length === 0);
  if (isScript) await build({ ...options, entryPoints, format: "iife" });
}
