// Lists the imports and re-exports of a file, including types.

import { posix } from "node:path";
import ts from "typescript";
import type { Repository, RepositoryFile } from "./repository.ts";

/** An import or a re-export of a file. */
export interface FileImport {
  readonly specifier: string;
  /** Whether only types are imported, so that nothing is loaded at run time. */
  readonly typesOnly: boolean;
}

function isTypesOnly(node: ts.ImportDeclaration | ts.ExportDeclaration): boolean {
  if (ts.isExportDeclaration(node)) return node.isTypeOnly;
  return node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword;
}

/** Lists the imports of a file, including imports in types and dynamic ones: `import("x")`. */
export function fileImports({ tree }: RepositoryFile): readonly FileImport[] {
  const found: FileImport[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
      const { moduleSpecifier } = node;
      if (moduleSpecifier !== undefined && ts.isStringLiteral(moduleSpecifier)) {
        found.push({ specifier: moduleSpecifier.text, typesOnly: isTypesOnly(node) });
      }
    } else if (ts.isImportTypeNode(node)) {
      const { argument } = node;
      if (ts.isLiteralTypeNode(argument) && ts.isStringLiteral(argument.literal)) {
        found.push({ specifier: argument.literal.text, typesOnly: true });
      }
    } else if (
      ts.isCallExpression(node) &&
      node.expression.kind === ts.SyntaxKind.ImportKeyword &&
      node.arguments[0] !== undefined &&
      ts.isStringLiteralLike(node.arguments[0])
    ) {
      found.push({ specifier: node.arguments[0].text, typesOnly: false });
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

/**
 * Returns the files that an import in the file at `path` may load: one, none outside the repository, or one
 * for each condition of an entry.
 */
export function importedFiles(
  repository: Repository,
  path: string,
  specifier: string,
): readonly string[] {
  if (specifier.startsWith(".")) {
    const target = posix.join(posix.dirname(path), specifier);
    return repository.files.has(target) ? [target] : [];
  }
  return repository.entries
    .filter((entry) => entry.specifier === specifier)
    .map((entry) => entry.path);
}
