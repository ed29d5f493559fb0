// Bundles the modules of a package, given as arguments, with everything that they import from the
// same package, into a few files in dist/. A run of the command loads every module of ten packages;
// as one file each, that takes a third of the time of finding and reading 250 files.
import { rmSync } from "node:fs";
import { build } from "esbuild";

rmSync("dist", { recursive: true, force: true });
await build({
  entryPoints: process.argv.slice(2),
  outdir: "dist",
  bundle: true,
  // Each package keeps a separate file, so that a module imported by two packages is loaded once.
  packages: "external",
  splitting: true,
  platform: "node",
  format: "esm",
  // For "node22", esbuild does not trust Unicode property escapes, and would construct regular
  // expressions at each start.
  target: "es2024",
  logLevel: "warning",
});
