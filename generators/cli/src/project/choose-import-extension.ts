import type { ImportExtension } from "@specwright/emit/print";
import { declaredPackages, type Project } from "./project.ts";

/**
 * Returns the extension with which modules generated into a project can import each other, so that
 * they compile and run. Without a tsconfig, Node or a bundler runs the files as they are. Where
 * Node would load `.ts` files as CommonJS, they are `.mts`.
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

/** The packages of projects that use Metro, which does not find `.mts` files. */
const metro = ["expo", "metro", "react-native"];

function withoutConfig({ moduleType, manifest }: Project): ImportExtension {
  const present = declaredPackages(manifest);
  if (metro.some((name) => present.has(name))) return "none";
  return moduleType === "commonjs" ? "mts" : "ts";
}

/** Reports whether a compiler setting is one of Node's; `undefined` if there is no setting. */
function isNodeModule(setting: string | undefined): boolean | undefined {
  return setting === undefined ? undefined : /^node(?:16|18|20|next)$/i.test(setting);
}
