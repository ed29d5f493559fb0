// Splits a file into parts. Each part becomes a file in a folder, and the original file re-exports the
// parts. If a statement uses a declaration of a different part, an import is added.

import { compareCodePoints } from "@specwright/spec-loader";
import { type FileParts, finishFile, type TopDeclaration, topDeclarations } from "./finish-file.ts";
import { stringLiteral } from "./literal.ts";
import { type ImportExtension, importedModule } from "./modules.ts";
import { indexPart, sharedPart } from "./parts.ts";
import { type PrintedText, printLayout } from "./print-layout.ts";
import { concat, type ImportSymbol, list } from "./printable.ts";

/** A printed statement, and the name of the part to which it belongs. */
export interface Statement extends PrintedText {
  readonly part: string | undefined;
}

/** A finished file. The path is relative to the output folder. */
export interface FilePart {
  readonly path: string;
  readonly content: string;
}

interface SplitOptions extends Pick<FileParts, "header" | "reserved"> {
  /** The first line of each part. It does not change when other parts of the document change. */
  readonly partHeader: string;
  readonly extension: ImportExtension;
}

interface Declared extends TopDeclaration {
  readonly part: string;
}

/**
 * Returns the file of each part, and the main module. If the file has no parts, returns only the main
 * module.
 */
export function splitFile(
  path: string,
  statements: readonly Statement[],
  { header, partHeader, reserved, extension }: SplitOptions,
): readonly FilePart[] {
  if (!statements.some(({ part }) => part !== undefined && part !== indexPart))
    return [{ path, content: finishFile(statements, { header, reserved }) }];
  const folder = path.replace(/\.ts$/, "");
  const { parts, declared } = readParts(statements);
  const names = [...parts.keys()].sort(compareCodePoints);
  const needed = new Map(
    names.map((name) => [name, neededNames(parts.get(name) ?? [], name, declared)]),
  );
  const wanted = new Set([...needed.values()].flatMap((each) => each.map(({ name }) => name)));
  return names.map((name): FilePart => {
    const own = (parts.get(name) ?? []).map((each) => exportNeeded(each, wanted));
    const fixed = (needed.get(name) ?? []).map((each): ImportSymbol => {
      const from = importedModule(moduleFrom(name, each.part, path), extension);
      return { kind: "import", name: each.name, from, typeOnly: each.isType, namespace: false };
    });
    if (name !== indexPart) {
      const content = finishFile(own, { header: partHeader, reserved, fixed, isInFolder: true });
      return { path: `${folder}/${name}.ts`, content };
    }
    const exports = names.flatMap((part) => {
      const from = importedModule(moduleFrom(name, part, path), extension);
      const visible = [...declared.values()].filter((each) => each.part === part);
      return part === indexPart ? [] : exportText(visible, from);
    });
    const all = [{ text: exports.join("\n"), imports: [] }, ...own];
    return { path, content: finishFile(all, { header, reserved, fixed }) };
  });
}

/** Groups the statements by part. Also returns the part that declares each name. */
function readParts(statements: readonly Statement[]): {
  readonly parts: ReadonlyMap<string, readonly Statement[]>;
  readonly declared: ReadonlyMap<string, Declared>;
} {
  const parts = new Map<string, Statement[]>([[indexPart, []]]);
  const declared = new Map<string, Declared>();
  for (const statement of statements) {
    const { part = sharedPart, text } = statement;
    const others = parts.get(part) ?? [];
    others.push(statement);
    parts.set(part, others);
    for (const each of topDeclarations(text)) {
      // A type and a value can have the same name.
      const isType = each.isType && declared.get(each.name)?.isType !== false;
      declared.set(each.name, { ...each, part, isType });
    }
  }
  return { parts, declared };
}

/** Returns the path with which one part imports a different part. */
function moduleFrom(from: string, part: string, path: string): string {
  if (part === indexPart) return `../${path}`;
  return from === indexPart ? `./${path.replace(/\.ts$/, "")}/${part}.ts` : `./${part}.ts`;
}

/**
 * Lists the names that the statements of a part use and that other parts declare. A name that only types
 * use is imported as a type.
 */
function neededNames(
  statements: readonly PrintedText[],
  part: string,
  declared: ReadonlyMap<string, Declared>,
): readonly Declared[] {
  const found = new Map<string, Declared>();
  for (const { text, imports } of statements) {
    const imported = new Set(imports.map(({ at }) => at));
    const isTypes = topDeclarations(text).every(({ isType }) => isType);
    for (const { name, index } of namesIn(text)) {
      const each = imported.has(index) ? undefined : declared.get(name);
      if (each === undefined || each.part === part) continue;
      const isType = each.isType || (isTypes && found.get(name)?.isType !== false);
      found.set(name, { ...each, isType });
    }
  }
  return [...found.values()].sort((a, b) => compareCodePoints(a.name, b.name));
}

/** Yields the names in a text, except names of members and object keys. */
function* namesIn(
  text: string,
  start = 0,
): Generator<{ readonly name: string; readonly index: number }> {
  for (const { 1: template = "", 2: name, index } of text.matchAll(tokens)) {
    if (name !== undefined) yield { name, index: start + index };
    for (const { 1: value = "", index: at } of template.matchAll(/\$\{([^}]*)\}/g)) {
      yield* namesIn(value, start + index + at + 2);
    }
  }
}

/** Matches comments, strings and templates, and names, except names of members and object keys. */
const tokens =
  /\/\*[\s\S]*?\*\/|\/\/[^\n]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|(`(?:[^`\\]|\\.)*`)|(?<![\p{ID_Continue}$]|(?<!\.\.)\.)([\p{ID_Start}$_][\p{ID_Continue}$]*)(?![\p{ID_Continue}$]|\??:)/gu;

/** Adds `export` to the declarations that other parts import. */
function exportNeeded(statement: PrintedText, wanted: ReadonlySet<string>): PrintedText {
  let { text, imports } = statement;
  for (const { name, isExported, at } of topDeclarations(text).toReversed()) {
    if (isExported || !wanted.has(name)) continue;
    text = `${text.slice(0, at)}${EXPORT}${text.slice(at)}`;
    imports = imports.map((each) =>
      each.at < at ? each : { ...each, at: each.at + EXPORT.length },
    );
  }
  return { text, imports };
}

const EXPORT = "export ";

/**
 * Returns the statement that re-exports the declarations of a part. Returns an empty list if the part has
 * none.
 */
function exportText(declared: readonly Declared[], module: string): readonly string[] {
  const own = declared.filter(({ isExported }) => isExported);
  if (own.length === 0) return [];
  const isTypes = own.every(({ isType }) => isType);
  const items = own.map(({ name, isType }) => (isType && !isTypes ? `type ${name}` : name));
  const open = isTypes ? "export type {" : "export {";
  const names = list(open, items, "}", { padding: true });
  return [printLayout(concat([names, ` from ${stringLiteral(module)};`]))];
}
