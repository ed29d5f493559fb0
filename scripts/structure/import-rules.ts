// Forbidden imports between folders of the repository.

import { fileImports, importedFiles } from "./file-imports.ts";
import {
  handWrittenSources,
  packageFolder,
  type Repository,
  type RepositoryFile,
} from "./repository.ts";

/** The build-time packages in their order: each may import those before it. */
const buildOrder: readonly (readonly string[])[] = [
  ["generators/spec-loader"],
  ["generators/contract"],
  ["generators/schemas"],
  ["generators/emit", "generators/diff"],
  ["generators/site"],
  ["generators/cli"],
];

/** Folders of `generators/emit/src` that all emitters may import. */
const sharedByEmitters = ["print", "rules"];

/** The generator packages that the publisher uses while it runs. */
const usedByPublisher = ["spec-loader", "contract", "schemas", "diff", "site"].map(
  (name) => `generators/${name}`,
);

interface Arrow {
  readonly from: string;
  readonly to: string;
}

/** Explains why an import is forbidden; undefined if it is allowed. */
type ImportRule = (arrow: Arrow) => string | undefined;

function level(folder: string | undefined): number {
  return buildOrder.findIndex((folders) => folders.includes(folder ?? ""));
}

const followsBuildOrder: ImportRule = ({ from, to }) => {
  const [importer, imported] = [packageFolder(from), packageFolder(to)];
  const [own, other] = [level(importer), level(imported)];
  if (own === -1 || other === -1 || importer === imported || other < own) return undefined;
  return "a build-time package imports only those before it";
};

const keepsGeneratorsOutOfPackages: ImportRule = ({ from, to }) => {
  const isCommand = from.startsWith("packages/conformance/src/command/");
  if (!from.startsWith("packages/") || !to.startsWith("generators/") || isCommand) return undefined;
  return "nothing under packages imports a generator, except the command of conformance";
};

const keepsEmittersApart: ImportRule = ({ from, to }) => {
  const folderOf = (path: string): string | undefined =>
    /^generators\/emit\/src\/([^/]+)\//.exec(path)?.[1];
  const [importer, imported] = [folderOf(from), folderOf(to)];
  if (importer === undefined || imported === undefined || importer === imported) return undefined;
  if (imported === "print") return undefined;
  if (imported === "rules" && importer !== "print") return undefined;
  return `an emitter imports only ${sharedByEmitters.join(" and ")} of the others`;
};

const keepsServersOutOfClients: ImportRule = ({ from, to }) => {
  const name = /^packages\/(rest|streams)\/src\/client\//.exec(from)?.[1];
  if (name === undefined) return undefined;
  const isServer = /^packages\/(?:rest|streams)\/src\/(?:server|fastify)\//.test(to);
  return isServer ? "a client does not import a server" : undefined;
};

const keepsGeneratorsOutOfApps: ImportRule = ({ from, to }) => {
  const imported = packageFolder(to) ?? "";
  if (!from.startsWith("apps/") || !imported.startsWith("generators/")) return undefined;
  // Benchmarks measure any package.
  if (from.startsWith("apps/bench/")) return undefined;
  if (!from.startsWith("apps/publisher/")) return "only the publisher uses generators at run time";
  if (usedByPublisher.includes(imported)) return undefined;
  return `the publisher uses only ${usedByPublisher.join(", ")}`;
};

const rules = [
  followsBuildOrder,
  keepsGeneratorsOutOfPackages,
  keepsEmittersApart,
  keepsServersOutOfClients,
  keepsGeneratorsOutOfApps,
];

/** Checks one import by all rules. `from` and `to` are paths from the root. */
export function forbiddenImport(from: string, to: string): string | undefined {
  for (const rule of rules) {
    const why = rule({ from, to });
    if (why !== undefined) return `${from} -> ${to}: ${why}`;
  }
  return undefined;
}

function forbiddenIn(repository: Repository, file: RepositoryFile): readonly string[] {
  return fileImports(file)
    .filter(({ typesOnly }) => !(typesOnly && file.path.startsWith("apps/")))
    .flatMap(({ specifier }) =>
      importedFiles(repository, file.path, specifier).flatMap(
        (target) => forbiddenImport(file.path, target) ?? [],
      ),
    );
}

/** Lists the imports of the hand-written sources that a rule forbids. */
export function findForbiddenImports(repository: Repository): readonly string[] {
  return handWrittenSources(repository).flatMap((file) => forbiddenIn(repository, file));
}
