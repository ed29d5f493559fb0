import type { ImportExtension } from "@specwright/emit/print";
import { declaredPackages, type Project } from "./project.ts";

/**
 * Returns the extension that generated modules use to import each other, so that they compile and run in
 * the project. If the project has no tsconfig.json, Node or a bundler runs the files directly. If Node
 * would then load `.ts` files as CommonJS, returns `mts`.
 */
export function chooseImportExtension(project: Project): ImportExtension {
  const { moduleType, tsconfig } = project;
  if (tsconfig === undefined) return withoutConfig(project);
  const { allowImportingTsExtensions, rewriteRelativeImportExtensions, module, moduleResolution } =
    tsconfig.config.compilerOptions ?? {};
  const isNodes = isNodeModule(module) ?? isNodeModule(moduleResolution) ?? true;
  const isTs = allowImportingTsExtensions === true || rewriteRelativeImportExtensions === true;
  if (moduleType === "commonjs" && isNodes) return isTs ? "mts" : "mjs";
  if (isTs) return "ts";
  return isNodes ? "js" : "none";
}

/**
 * If a project depends on one of these packages, it uses the bundler Metro. Metro does not find `.mts`
 * files.
 */
const metro = ["expo", "metro", "react-native"];

function withoutConfig({ moduleType, manifest }: Project): ImportExtension {
  const present = declaredPackages(manifest);
  if (metro.some((name) => present.has(name))) return "none";
  return moduleType === "commonjs" ? "mts" : "ts";
}

/**
 * Reports whether a compiler setting makes TypeScript resolve modules like Node. Returns `undefined` for a
 * missing setting.
 */
function isNodeModule(setting: string | undefined): boolean | undefined {
  return setting === undefined ? undefined : /^node(?:16|18|20|next)$/i.test(setting);
}
