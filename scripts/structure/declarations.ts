// Finds where an exported or imported name is declared.

import ts from "typescript";
import { importedFiles } from "./file-imports.ts";
import type { Repository } from "./repository.ts";

/** A declaration of a module, found through re-exports. */
export interface FoundDeclaration {
  readonly path: string;
  readonly name: string;
  /** All declarations: a type and a value may share a name. */
  readonly nodes: readonly ts.Node[];
}

/** A name in another module. */
interface NameElsewhere {
  readonly specifier: string;
  /** `*` for the whole module. */
  readonly name: string;
}

interface ModuleNames {
  readonly declared: ReadonlyMap<string, readonly ts.Node[]>;
  readonly imported: ReadonlyMap<string, NameElsewhere>;
  /** The exports by name: a name of this module, or of another. */
  readonly exported: ReadonlyMap<string, string | NameElsewhere>;
  /** The modules of `export * from`. */
  readonly wholes: readonly string[];
}

function hasExport(node: ts.Node): boolean {
  return (
    ts.canHaveModifiers(node) &&
    (ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
  );
}

const textOfSpecifier = (node: ts.Expression): string =>
  ts.isStringLiteral(node) ? node.text : "";

function readModule(tree: ts.SourceFile): ModuleNames {
  const declared = new Map<string, ts.Node[]>();
  const imported = new Map<string, NameElsewhere>();
  const exported = new Map<string, string | NameElsewhere>();
  const wholes: string[] = [];
  const declare = (name: string, node: ts.Node, isExported: boolean): void => {
    const nodes = declared.get(name);
    if (nodes === undefined) declared.set(name, [node]);
    else nodes.push(node);
    if (isExported) exported.set(name, name);
  };
  for (const statement of tree.statements) {
    if (ts.isImportDeclaration(statement)) {
      const specifier = textOfSpecifier(statement.moduleSpecifier);
      const bindings = statement.importClause?.namedBindings;
      if (bindings === undefined) continue;
      if (ts.isNamespaceImport(bindings)) {
        imported.set(bindings.name.text, { specifier, name: "*" });
        continue;
      }
      for (const { name, propertyName } of bindings.elements) {
        imported.set(name.text, { specifier, name: (propertyName ?? name).text });
      }
    } else if (ts.isExportDeclaration(statement)) {
      const { moduleSpecifier, exportClause } = statement;
      const specifier =
        moduleSpecifier === undefined ? undefined : textOfSpecifier(moduleSpecifier);
      if (exportClause === undefined) wholes.push(specifier ?? "");
      else if (ts.isNamedExports(exportClause)) {
        for (const { name, propertyName } of exportClause.elements) {
          const source = (propertyName ?? name).text;
          exported.set(name.text, specifier === undefined ? source : { specifier, name: source });
        }
      } else exported.set(exportClause.name.text, { specifier: specifier ?? "", name: "*" });
    } else if (ts.isVariableStatement(statement)) {
      for (const each of statement.declarationList.declarations) {
        if (ts.isIdentifier(each.name)) declare(each.name.text, statement, hasExport(statement));
      }
    } else if (
      (ts.isFunctionDeclaration(statement) ||
        ts.isClassDeclaration(statement) ||
        ts.isInterfaceDeclaration(statement) ||
        ts.isTypeAliasDeclaration(statement)) &&
      statement.name !== undefined
    ) {
      declare(statement.name.text, statement, hasExport(statement));
    }
  }
  return { declared, imported, exported, wholes };
}

/** Finds declarations, and caches the read modules. */
export class DeclarationFinder {
  readonly #repository: Repository;
  readonly #modules = new Map<string, ModuleNames>();

  constructor(repository: Repository) {
    this.#repository = repository;
  }

  #module(path: string): ModuleNames | undefined {
    const known = this.#modules.get(path);
    const file = this.#repository.files.get(path);
    if (known !== undefined || file === undefined) return known;
    const read = readModule(file.tree);
    this.#modules.set(path, read);
    return read;
  }

  #elsewhere(path: string, { specifier, name }: NameElsewhere): FoundDeclaration | undefined {
    for (const target of importedFiles(this.#repository, path, specifier)) {
      const found = this.findExport(target, name);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** Lists the names that a module exports, types included. */
  exportedNames(path: string): readonly string[] {
    const read = this.#module(path);
    if (read === undefined) return [];
    const rest = read.wholes.flatMap((specifier) =>
      importedFiles(this.#repository, path, specifier).flatMap((target) =>
        this.exportedNames(target),
      ),
    );
    return [...new Set([...read.exported.keys(), ...rest])].sort();
  }

  /** Finds the export of a module with a name. */
  findExport(path: string, name: string): FoundDeclaration | undefined {
    const read = this.#module(path);
    const exported = read?.exported.get(name);
    if (typeof exported === "string") return this.findInScope(path, exported);
    if (exported !== undefined) return this.#elsewhere(path, exported);
    for (const specifier of read?.wholes ?? []) {
      const found = this.#elsewhere(path, { specifier, name });
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** Finds the declaration of a name in the top scope of a module. */
  findInScope(path: string, name: string): FoundDeclaration | undefined {
    const read = this.#module(path);
    const nodes = read?.declared.get(name);
    if (nodes !== undefined) return { path, name, nodes };
    const imported = read?.imported.get(name);
    return imported === undefined ? undefined : this.#elsewhere(path, imported);
  }
}
