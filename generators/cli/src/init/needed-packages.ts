import type { DocumentKind } from "../documents/find-documents.ts";
import type { Project } from "../project/project.ts";
import type { Side } from "./side.ts";

/** Packages to add to a project, with their versions: `zod@4.6.7`. */
export interface NeededPackages {
  readonly dependencies: readonly string[];
  readonly devDependencies: readonly string[];
}

/** The packages that run a side of a document. */
const transports: Readonly<Record<DocumentKind, Readonly<Record<"client" | "server", string>>>> = {
  openapi: { client: "@specwright/rest-client", server: "@specwright/rest-server" },
  asyncapi: { client: "@specwright/stream-client", server: "@specwright/stream-server" },
};

/** Compiles what is generated; the newest version that npm has, or that a project has already. */
const compiler = "typescript";

/**
 * Returns the packages that generated code and its users import, in the version of this command, and
 * the compiler, but for those that the project has.
 */
export function neededPackages(
  { manifest }: Project,
  kinds: ReadonlySet<DocumentKind>,
  side: Side,
  version: string,
): NeededPackages {
  const sides = side === "both" ? (["client", "server"] as const) : [side];
  const wanted = [
    "@specwright/runtime",
    ...sides.flatMap((each) => [...kinds].map((kind) => transports[kind][each])),
  ];
  const tools = [compiler, ...(side === "client" ? [] : ["@types/node"])];
  const present = declared(manifest);
  return {
    dependencies: wanted.filter((name) => !present.has(name)).map((name) => `${name}@${version}`),
    devDependencies: tools.filter((name) => !present.has(name)),
  };
}

/** Returns the names of the packages that a project asks for. */
function declared(manifest: Project["manifest"]): ReadonlySet<string> {
  const fields = ["dependencies", "devDependencies", "peerDependencies"];
  return new Set(fields.flatMap((field) => Object.keys(Object(manifest?.[field]))));
}
