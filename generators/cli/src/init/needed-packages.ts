import { declaredPackages, type Project } from "../project/project.ts";
import type { Framework } from "./framework.ts";
import type { InterfaceKind } from "./interface-kinds.ts";
import { isCompiled } from "./language.ts";
import type { Side } from "./side.ts";

/** Packages to add to a project, with versions: `zod@4.6.7`. */
export interface NeededPackages {
  readonly dependencies: readonly string[];
  readonly devDependencies: readonly string[];
}

/** The package that contains the client and the server for each kind of interface. */
const transports: Readonly<Record<InterfaceKind, string>> = {
  rest: "@specwright/rest",
  streams: "@specwright/streams",
  feed: "@specwright/streams",
};

/** The compiler is added without a version, so npm installs its newest version. */
const compiler = "typescript";

/**
 * Returns the packages that a project needs for generated code. The packages of Specwright have the version
 * of this command. Includes the packages of the framework. If TypeScript compiles the project, also
 * includes the compiler and type packages. Leaves out packages that the project already has.
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
