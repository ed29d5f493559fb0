// Bundles each module of a package that is given as an argument for browsers, with everything that
// it imports, into a file of its own in dist/bundles/. A module that exports nothing becomes a
// plain script, which declares nothing in the page.
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
  // The entries of our packages import what they only pass on; nothing of ours acts when it loads.
  logOverride: { "ignored-bare-import": "silent" },
};
for (const entry of process.argv.slice(2)) {
  const entryPoints = [entry];
  const { metafile } = await build({ ...options, entryPoints, metafile: true });
  const isScript = Object.values(metafile.outputs).every((output) => output.exports.length === 0);
  if (isScript) await build({ ...options, entryPoints, format: "iife" });
}
