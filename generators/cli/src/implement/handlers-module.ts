// The module that hand-written handlers import generated code from.

import { dirname, relative, sep } from "node:path";
import { type ImportExtension, importedModule } from "@specwright/emit/print";
import { readProject } from "../project/project.ts";

/** Where handlers and generated code are. */
export interface HandlersPlace {
  /** The absolute path of the handlers. */
  readonly handlers: string;
  /** The absolute path of the folder with the generated code. */
  readonly output: string;
  readonly importExtension: ImportExtension;
  /** The package of the generated code, if its users name it. */
  readonly packageName?: string | undefined;
}

/**
 * Returns the module `./server.ts`, or another generated one, as the handlers import it: from a given
 * package, from the package that the generated code is in if it exports the module, or else by its path.
 */
export function handlersModule(module: string, place: HandlersPlace): string {
  const subpath = module.replace(/\.ts$/, "");
  const packageName = place.packageName ?? packageAround(subpath, place);
  if (packageName !== undefined) return `${packageName}/${subpath.slice(2)}`;
  const folder = relative(dirname(place.handlers), place.output).split(sep).join("/");
  const start = folder.startsWith("../") || folder === ".." ? folder : `./${folder}`;
  return importedModule(`${start.replace(/\/$/, "")}${module.slice(1)}`, place.importExtension);
}

/** Returns the name of the package of the generated code if the handlers are in another one. */
function packageAround(subpath: string, { handlers, output }: HandlersPlace): string | undefined {
  const { root, manifest } = readProject(output);
  const name = manifest?.["name"];
  const isExported = Object.hasOwn(Object(manifest?.["exports"]), subpath);
  if (typeof name !== "string" || !isExported) return undefined;
  return readProject(dirname(handlers)).root === root ? undefined : name;
}
