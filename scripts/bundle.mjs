// Bundles the modules of a package, given as arguments, into a few files in dist/, with all their imports
// from the same package and from packages that users do not install. The command loads every module of ten
// packages: bundled, this takes a third of the time of 250 separate files. Third-party licenses are in
// dist/THIRD-PARTY.md. With --alias NAME=MODULE, the bundle has that module in place of the package NAME.
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
  // Each dependency keeps its own files, so that a module imported by two packages is loaded once. Imports
  // from a development dependency become a part of the bundle.
  external: Object.keys(dependencies),
  platform: "node",
  format: "esm",
  splitting: true,
  alias: Object.fromEntries(values.alias.map((each) => each.split("="))),
  // For "node22", esbuild does not trust Unicode property escapes, and would construct regular expressions
  // at each start.
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

/** Adds a `require` for Node's modules to bundled CommonJS packages such as ws. */
function withRequire(text) {
  if (!text.includes("throw Error('Dynamic require of \"")) return text;
  return `import { createRequire } from "node:module";
const require = createRequire(import.meta.url);
${text}`;
}

/**
 * Declares the variables of our own modules with `const` again, where esbuild has printed `var`. V8 folds
 * constants into compiled code, but not variables: without this, decoding with the stream codecs takes 1.1
 * times as long. Third-party modules stay unchanged: a compiled enum reads its variable before the value
 * exists.
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
  // esbuild prints the path of a module above its code, and the exports at the end.
  const modules = await Promise.all(
    text
      .split(/^(?=\/\/ \S+\.[cm]?[jt]s$|export \{)/m)
      .map((module) =>
        /^\/\/ \S*node_modules\//.test(module)
          ? withoutWhitespace(module)
          : module.replace(declaration, (all, name) => (assigned.has(name) ? all : "const ")),
      ),
  );
  return modules.join("");
}

/** Third-party modules are a third of the bytes, with tables of Unicode that have one number in each line. */
async function withoutWhitespace(module) {
  const { code } = await transform(module, { minifyWhitespace: true, target: "es2024" });
  return code;
}
