import { declaredPackages, type Project } from "../project/project.ts";
import type { Framework } from "./framework.ts";
import type { InterfaceKind } from "./interface-kinds.ts";
import { isCompiled } from "./language.ts";
import type { Side } from "./side.ts";

/** Packages to add to a project, with their versions: `zod@4.6.7`. */
export interface NeededPackages {
  readonly dependencies: readonly string[];
  readonly devDependencies: readonly string[];
}

/** The packages with the client and the server of an interface. */
const transports: Readonly<Record<InterfaceKind, string>> = {
  rest: "@specwright/rest",
  streams: "@specwright/streams",
  feed: "@specwright/streams",
};

/** The compiler for generated code: the newest version in npm, or the version of the project. */
const compiler = "typescript";

/**
 * Returns the packages that generated code and its users import, in the version of this command.
 * Adds the packages of the framework and, if the project is compiled, the compiler with its types.
 * Omits packages that the project has.
 */
export function neededPackages(
  project: Project,
  kinds: ReadonlySet<InterfaceKind>,
  side: Side,
  version: string,
  framework?: Framework,
): NeededPackages {
  const wanted = new Set(["@specwright/runtime", ...[...kinds].map((kind) => transports[kind])]);
  const tools = isCompiled(project)
    ? [
        compiler,
        ...(side === "client" ? [] : ["@types/node"]),
        ...(framework?.devDependencies ?? []),
      ]
    : [];
  const present = declaredPackages(project.manifest);
  const isMissing = (name: string): boolean => !present.has(name.replace(/(?<=.)@.*$/, ""));
  return {
    dependencies: [
      ...[...wanted].filter(isMissing).map((name) => `${name}@${version}`),
      ...(framework?.dependencies ?? []).filter(isMissing),
    ],
    devDependencies: tools.filter(isMissing),
  };
}
