// Determines the module from which hand-written handlers import generated code.

import { dirname, relative, sep } from "node:path";
import { type ImportExtension, importedModule } from "@specwright/emit/print";
import { readProject } from "../project/project.ts";

/** The paths of the handlers and of the generated code. */
export interface HandlersPlace {
  /** The absolute path of the handlers file. */
  readonly handlers: string;
  /** The absolute path of the folder with the generated code. */
  readonly output: string;
  readonly importExtension: ImportExtension;
  /** The package of the generated code, if the user named it. */
  readonly packageName?: string | undefined;
}

/**
 * Returns the import path of a generated module, such as `./server.ts`. Uses the package that the user
 * named, or the package that contains and exports the module. Otherwise returns the relative path.
 */
export function handlersModule(module: string, place: HandlersPlace): string {
  const subpath = module.replace(/\.ts$/, "");
  const packageName = place.packageName ?? packageAround(subpath, place);
  if (packageName !== undefined) return `${packageName}/${subpath.slice(2)}`;
  const folder = relative(dirname(place.handlers), place.output).split(sep).join("/");
  const start = folder.startsWith("../") || folder === ".." ? folder : `./${folder}`;
  return importedModule(`${start.replace(/\/$/, "")}${module.slice(1)}`, place.importExtension);
}

/**
 * Returns the name of the package that contains and exports the generated code. Returns undefined if the
 * handlers are in the same package.
 */
function packageAround(subpath: string, { handlers, output }: HandlersPlace): string | undefined {
  const { root, manifest } = readProject(output);
  const name = manifest?.["name"];
  const isExported = Object.hasOwn(Object(manifest?.["exports"]), subpath);
  if (typeof name !== "string" || !isExported) return undefined;
  return readProject(dirname(handlers)).root === root ? undefined : name;
}
