import type { ImportExtension } from "@specwright/emit/print";
import type { Project } from "./project.ts";

/**
 * Returns the extension with which modules generated into a project can import each other, so that
 * they compile there: `ts` where its tsconfig allows it; `mjs`, with files that are ES modules in any
 * package, where Node would take `.ts` files for CommonJS; else `js`.
 */
export function chooseImportExtension({ moduleType, tsconfig }: Project): ImportExtension {
  const { allowImportingTsExtensions, rewriteRelativeImportExtensions, module, moduleResolution } =
    tsconfig?.config.compilerOptions ?? {};
  const isNodes = isNodeModule(module) ?? isNodeModule(moduleResolution) ?? true;
  if (moduleType === "commonjs" && isNodes) return "mjs";
  if (allowImportingTsExtensions === true || rewriteRelativeImportExtensions === true) return "ts";
  return "js";
}

/** Reports whether a compiler setting is one of Node's; `undefined` if there is no setting. */
function isNodeModule(setting: string | undefined): boolean | undefined {
  return setting === undefined ? undefined : /^node(?:16|18|20|next)$/i.test(setting);
}
