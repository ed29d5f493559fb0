import { declaredPackages, type Project } from "../project/project.ts";
import type { Framework } from "./framework.ts";
import type { InterfaceKind } from "./interface-kinds.ts";
import type { Side } from "./side.ts";

/** Packages to add to a project, with their versions: `zod@4.6.7`. */
export interface NeededPackages {
  readonly dependencies: readonly string[];
  readonly devDependencies: readonly string[];
}

/** The packages that run a side of an interface. */
const transports: Readonly<Record<InterfaceKind, Readonly<Record<"client" | "server", string>>>> = {
  rest: { client: "@specwright/rest/client", server: "@specwright/rest/server" },
  streams: { client: "@specwright/streams/client", server: "@specwright/streams/server" },
  feed: { client: "@specwright/streams/client", server: "@specwright/streams/server" },
};

/** Compiles what is generated; the newest version that npm has, or that a project has already. */
const compiler = "typescript";

/**
 * Returns the packages that generated code and its users import, in the version of this command, and
 * the compiler, and those of the framework, but for those that the project has.
 */
export function neededPackages(
  { manifest }: Project,
  kinds: ReadonlySet<InterfaceKind>,
  side: Side,
  version: string,
  framework?: Framework,
): NeededPackages {
  const sides = side === "both" ? (["client", "server"] as const) : [side];
  const wanted = [
    "@specwright/runtime",
    ...sides.flatMap((each) => [...kinds].map((kind) => transports[kind][each])),
  ];
  if (framework?.adapter !== undefined) wanted.push(framework.adapter);
  const tools = [compiler, ...(side === "client" ? [] : ["@types/node"])];
  const present = declaredPackages(manifest);
  const isMissing = (name: string): boolean => !present.has(name.replace(/(?<=.)@.*$/, ""));
  return {
    dependencies: [
      ...wanted.filter(isMissing).map((name) => `${name}@${version}`),
      ...(framework?.dependencies ?? []).filter(isMissing),
    ],
    devDependencies: [...tools, ...(framework?.devDependencies ?? [])].filter(isMissing),
  };
}
