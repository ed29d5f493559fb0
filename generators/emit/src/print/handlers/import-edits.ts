// Adds imports to a hand-written file.

import type { ImportDeclaration, SourceFile } from "ts-morph";

/** A name that a file must import. */
export interface WantedImport {
  readonly name: string;
  readonly from: string;
  readonly typeOnly: boolean;
}

/** Returns the edits that add missing imports, and the name that the file uses for each import. */
export function importEdits(
  file: SourceFile,
  wanted: readonly WantedImport[],
): { edits: TextEdit[]; localName: (name: string) => string } {
  const declarations = file.getImportDeclarations();
  const local = new Map<string, string>();
  const missing = new Map<string, WantedImport[]>();
  for (const each of wanted) {
    const known = declarations
      .filter((declaration) => declaration.getModuleSpecifierValue() === each.from)
      .flatMap((declaration) => declaration.getNamedImports())
      .find((specifier) => specifier.getName() === each.name);
    if (known !== undefined) {
      local.set(each.name, known.getAliasNode()?.getText() ?? each.name);
    } else missing.set(each.from, [...(missing.get(each.from) ?? []), each]);
  }
  const edits: TextEdit[] = [];
  const statements: string[] = [];
  for (const [from, imports] of missing) {
    const host = declarations.find((declaration) => canHost(declaration, from, imports));
    const last = host?.getNamedImports().at(-1);
    if (host !== undefined && last !== undefined) {
      const names = imports.map((each) => `, ${importClause(each, host.isTypeOnly())}`).join("");
      edits.push({ from: last.getEnd(), to: last.getEnd(), text: names });
    } else statements.push(importStatement(file, from, imports));
  }
  if (statements.length > 0) edits.push(insertImports(file, statements));
  return { edits, localName: (name) => local.get(name) ?? name };
}

/** Returns the module from which a file imports a name. */
export function importedFrom(file: SourceFile, name: string): string | undefined {
  return file
    .getImportDeclarations()
    .find((each) => each.getNamedImports().some((specifier) => specifier.getName() === name))
    ?.getModuleSpecifierValue();
}

/**
 * Returns the import path of a generated module that is in the same folder as `beside`. For `./types.ts`,
 * the path is `../gen/types.js` next to `../gen/server.js`, and `@shop/api/types` next to
 * `@shop/api/server`.
 */
export function siblingModule(from: string, beside: string): string {
  if (!from.startsWith("./")) return from;
  const folder = beside.slice(0, beside.lastIndexOf("/") + 1);
  const extension = /\.[cm]?[jt]s$/.exec(beside)?.[0] ?? "";
  return `${folder}${from.slice(2).replace(/\.ts$/, extension)}`;
}

function canHost(
  declaration: ImportDeclaration,
  from: string,
  imports: readonly WantedImport[],
): boolean {
  if (declaration.getModuleSpecifierValue() !== from) return false;
  return !declaration.isTypeOnly() || imports.every((each) => each.typeOnly);
}

function importClause({ name, typeOnly }: WantedImport, inTypeImport: boolean): string {
  return typeOnly && !inTypeImport ? `type ${name}` : name;
}

function importStatement(file: SourceFile, from: string, imports: readonly WantedImport[]): string {
  const quoted = file.getImportDeclarations()[0]?.getModuleSpecifier().getText();
  const quote = quoted?.startsWith("'") ? "'" : '"';
  const typesOnly = imports.every((each) => each.typeOnly);
  const names = imports.map((each) => importClause(each, typesOnly)).join(", ");
  return `import ${typesOnly ? "type " : ""}{ ${names} } from ${quote}${from}${quote};`;
}

/** Inserts imports after the last import of the file, or at the start of the file. */
function insertImports(file: SourceFile, statements: readonly string[]): TextEdit {
  const eol = file.getFullText().includes("\r\n") ? "\r\n" : "\n";
  const last = file.getImportDeclarations().at(-1);
  if (last !== undefined) {
    const at = last.getEnd();
    return { from: at, to: at, text: statements.map((each) => `${eol}${each}`).join("") };
  }
  const directives = file.getStatements().filter((each) => isDirective(each.getText()));
  const directive = directives.at(-1)?.getEnd();
  if (directive !== undefined) {
    return { from: directive, to: directive, text: `${eol}${eol}${statements.join(eol)}` };
  }
  const shebang = /^#!.*\r?\n/.exec(file.getFullText())?.[0].length ?? 0;
  return { from: shebang, to: shebang, text: `${statements.join(eol)}${eol}${eol}` };
}

function isDirective(text: string): boolean {
  return /^(["'])use [a-z]+\1;?$/.test(text);
}

/** Replaces the text between two offsets. If the offsets are equal, inserts text. */
export interface TextEdit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** Applies edits that do not overlap. Edits at the same offset are applied in their order. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const ordered = edits
    .map((edit, index) => ({ edit, index }))
    .sort((a, b) => a.edit.from - b.edit.from || a.index - b.index);
  let out = "";
  let at = 0;
  for (const { edit } of ordered) {
    out += text.slice(at, edit.from) + edit.text;
    at = edit.to;
  }
  return out + text.slice(at);
}

/** Returns the indentation of the line at an offset, and the line ending that the text uses. */
export function styleAt(text: string, offset: number): { indentation: string; eol: string } {
  const lineStart = text.lastIndexOf("\n", offset - 1) + 1;
  const indentation = /^[ \t]*/.exec(text.slice(lineStart))?.[0] ?? "";
  return { indentation, eol: text.includes("\r\n") ? "\r\n" : "\n" };
}
