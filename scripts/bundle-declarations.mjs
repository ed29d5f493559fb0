// Bundles the declarations that the compiler wrote into dist/, one file a module, into one file for each
// entry of the package. npm and editors then handle a few files instead of hundreds, and declarations that
// users cannot import are left out. Types of packages that users do not install become a part of the file.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, join, relative } from "node:path";
import { rollup } from "rollup";
import { dts } from "rollup-plugin-dts";
import ts from "typescript";

const { dependencies, peerDependencies, exports } = JSON.parse(
  readFileSync("package.json", "utf8"),
);
const installed = Object.keys({ ...dependencies, ...peerDependencies });
const entries = new Map(
  Object.values(exports)
    .map(({ types }) => types)
    .filter((types) => types !== undefined)
    .map((path) => [relative("dist", path).replace(/\.d\.ts$/, ""), relative("dist", path)]),
);

const bundle = await rollup({
  input: Object.fromEntries([...entries.keys()].map((name) => [name, `dist/${name}.d.ts`])),
  external: (name) =>
    isBuiltin(name) || installed.some((each) => name === each || name.startsWith(`${each}/`)),
  plugins: [
    dts({
      respectExternal: true,
      compilerOptions: {
        module: ts.ModuleKind.NodeNext,
        moduleResolution: ts.ModuleResolutionKind.NodeNext,
      },
    }),
  ],
  onwarn({ message }) {
    // A type that no entry exports has no name for users, and had none in the file of its module.
    if (message.includes("with no public re-export")) return;
    throw new Error(`The declarations cannot be bundled: ${message}`);
  },
});
const { output } = await bundle.generate({
  chunkFileNames: ({ name }) => `${name.replace(/\.d$/, "")}-[hash].d.ts`,
  entryFileNames: ({ name }) => entries.get(name),
});
await bundle.close();

for (const path of readdirSync("dist", { recursive: true })) {
  if (path.endsWith(".d.ts")) rmSync(join("dist", path));
}
removeEmpty("dist");
for (const { fileName, code } of output) {
  const path = join("dist", fileName);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, code);
}

/** Removes empty folders at any depth. */
function removeEmpty(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) removeEmpty(join(folder, entry.name));
  }
  if (readdirSync(folder).length === 0) rmSync(folder, { recursive: true });
}
