// Finds the module from which hand-written handlers import generated code.

import { dirname, relative, sep } from "node:path";
import { type ImportExtension, importedModule } from "@specwright/emit/print";
import { readProject } from "../project/project.ts";

/** The locations of the handlers and the generated code. */
export interface HandlersPlace {
  /** The absolute path of the handlers. */
  readonly handlers: string;
  /** The absolute path of the folder with the generated code. */
  readonly output: string;
  readonly importExtension: ImportExtension;
  /** The package of the generated code, if the user named it. */
  readonly packageName?: string | undefined;
}

/**
 * Returns the import path of a generated module, such as `./server.ts`: from the given package,
 * from the package around the generated code if it exports the module, or else the relative path.
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
 * Returns the name of the package around the generated code, if the handlers are in another
 * package.
 */
function packageAround(subpath: string, { handlers, output }: HandlersPlace): string | undefined {
  const { root, manifest } = readProject(output);
  const name = manifest?.["name"];
  const isExported = Object.hasOwn(Object(manifest?.["exports"]), subpath);
  if (typeof name !== "string" || !isExported) return undefined;
  return readProject(dirname(handlers)).root === root ? undefined : name;
}
