// Bundles the modules of a package, given as arguments, with everything that they import from the
// same package or from one that its users do not install, into a few files in dist/. A run of the
// command loads every module of ten packages; as one file each, that takes a third of the time of
// finding and reading 250 files. The licenses of what others wrote are in dist/THIRD-PARTY.md.
// With --alias NAME=MODULE, the bundle has that module in place of a package of the name.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { parseArgs } from "node:util";
import { build, transform } from "esbuild";
import { thirdPartyNotice } from "./third-party-notice.mjs";

const { dependencies = {} } = JSON.parse(readFileSync("package.json", "utf8"));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { alias: { type: "string", multiple: true, default: [] } },
});
const { outputFiles, metafile } = await build({
  entryPoints: positionals,
  outdir: "dist",
  bundle: true,
  write: false,
  metafile: true,
  // Each dependency keeps its own files, so that a module imported by two packages is loaded once.
  // Of a development dependency, what is imported becomes a part of the bundle.
  external: Object.keys(dependencies),
  platform: "node",
  format: "esm",
  splitting: true,
  alias: Object.fromEntries(values.alias.map((each) => each.split("="))),
  // For "node22", esbuild does not trust Unicode property escapes, and would construct regular
  // expressions at each start.
  target: "es2024",
  logLevel: "warning",
});
rmSync("dist", { recursive: true, force: true });
for (const { path, text } of outputFiles) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, withRequire(await withConstants(text)));
}
const notice = thirdPartyNotice(metafile);
if (notice !== undefined) writeFileSync("dist/THIRD-PARTY.md", notice);

/** Gives what esbuild makes of CommonJS, such as ws, a `require` for the modules of Node. */
function withRequire(text) {
  if (!text.includes("throw Error('Dynamic require of \"")) return text;
  return `import { createRequire } from "node:module";
const require = createRequire(import.meta.url);
${text}`;
}

/**
 * Declares the variables of our own modules with `const` again, where esbuild has printed `var`. V8
 * folds a constant into the code that it compiles, but not a variable; without that, decoding with the
 * stream codecs takes 1.1 times as long. Modules of others stay as they are: what a compiler made of an
 * enum reads its variable before the value is there.
 */
async function withConstants(text) {
  const declaration = /^var (?=([\w$]+) =)/gm;
  const { warnings } = await transform(text.replace(declaration, "const "), {
    logLevel: "silent",
    logOverride: { "assign-to-constant": "warning" },
  });
  const assigned = new Set(
    warnings
      .filter(({ id }) => id === "assign-to-constant")
      .map(({ location: { lineText, column, length } }) => lineText.slice(column, column + length)),
  );
  // esbuild prints the path of a module above what comes from it.
  const modules = text.split(/^(?=\/\/ \S+\.[cm]?[jt]s$)/m);
  return modules
    .map((module) =>
      /^\/\/ \S*node_modules\//.test(module)
        ? module
        : module.replace(declaration, (all, name) => (assigned.has(name) ? all : "const ")),
    )
    .join("");
}
