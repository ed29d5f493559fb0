// Edits hand-written handlers when the contract changes. It adds a stub for each new operation, renames the
// handlers of renamed operations, and marks the handlers of removed operations. The syntax tree only
// provides positions. The edits replace parts of the text, so every other byte stays the same.

import { pascalCase } from "@specwright/contract";
import { loadOptionalPackage } from "@specwright/spec-loader";
import type { SourceFile } from "ts-morph";
import { type HandlerMember, listMembers, markEdit, unmarkEdit } from "./handler-members.ts";
import type { HandlerOperation } from "./handler-operation.ts";
import { handlerRenames, renameEdits } from "./handler-renames.ts";
import { stubEdits, stubImports } from "./handler-stubs.ts";
import { type HandlerTarget, handlerTargets } from "./handler-target.ts";
import { applyEdits, importEdits, importedFrom, type TextEdit } from "./import-edits.ts";

type Morph = typeof import("ts-morph");

/** The handlers that the contract requires. */
export interface HandlerEdit {
  /** The name of the generated interface, such as `MarketplaceHandlers`. */
  readonly interfaceName: string;
  /** The module from which to import the interface, if the file does not import it yet. */
  readonly module: string;
  readonly operations: readonly HandlerOperation[];
  /**
   * The address, such as `GET /orders`, of each operation in an earlier contract, by the operation's name.
   */
  readonly former?: ReadonlyMap<string, string>;
  /**
   * The operations of the previous contract. A class can have other methods too, and these are never
   * marked.
   */
  readonly removed?: readonly string[];
}

/** The edited text and the list of changes, or the reason why the text cannot be edited. */
export type HandlerEditResult =
  | {
      readonly edited: true;
      readonly text: string;
      readonly added: readonly string[];
      readonly removed: readonly string[];
      readonly renamed: readonly { readonly from: string; readonly to: string }[];
    }
  | { readonly edited: false; readonly reason: "not-found" }
  | { readonly edited: false; readonly reason: "several" }
  | { readonly edited: false; readonly reason: "no-ts-morph" }
  /** The text is not valid TypeScript. The first line and the first column have the number 1. */
  | {
      readonly edited: false;
      readonly reason: "syntax";
      readonly line: number;
      readonly column: number;
      readonly message: string;
    };

/**
 * Adds stubs for missing operations, renames the handlers of renamed operations, and marks the handlers of
 * removed operations. The handlers can be an object literal, a function that returns an object literal, or
 * a class. Their bodies never change, and a second run changes nothing. Needs the package ts-morph.
 */
export function editHandlers(sourceText: string, edit: HandlerEdit): HandlerEditResult {
  const morph = loadOptionalPackage("ts-morph") as Morph | undefined;
  if (morph === undefined) return { edited: false, reason: "no-ts-morph" };
  const project = new morph.Project({ useInMemoryFileSystem: true });
  const file = project.createSourceFile("handlers.ts", sourceText);
  const fault = syntaxFault(morph, file);
  if (fault !== undefined) return fault;
  const [target, ...others] = handlerTargets(morph, file, edit.interfaceName);
  if (target === undefined) return { edited: false, reason: "not-found" };
  if (others.length > 0) return { edited: false, reason: "several" };

  const text = file.getFullText();
  const members = listMembers(target);
  const wanted = new Set(edit.operations.map((operation) => operation.name));
  const present = new Set(members.map((member) => member.name));
  const missing = edit.operations.filter(
    ({ name, isOptional = false }) =>
      !present.has(name) && target.includes(name) && !(isOptional && target.isPartial),
  );
  const unknown = members.filter(({ name }) => !wanted.has(name));
  const renames = handlerRenames(unknown, missing, edit.former ?? new Map());
  const renamed = new Set<HandlerMember | HandlerOperation>(
    renames.flatMap(({ member, operation }) => [member, operation]),
  );
  const gone = unknown.filter(
    (member) => !renamed.has(member) && isHandler(target, edit, member.name, member.text),
  );
  const added = missing.filter((operation) => !renamed.has(operation) && !operation.isOptional);
  const edits: TextEdit[] = [
    ...gone.flatMap((member) => markEdit(text, member)),
    ...members
      .filter((member) => wanted.has(member.name) || renamed.has(member))
      .flatMap((member) => unmarkEdit(text, member)),
    ...renames.flatMap((rename) => renameEdits(file, rename)),
  ];
  if (added.length > 0) {
    const module = importedFrom(file, edit.interfaceName) ?? edit.module;
    const imports = importEdits(file, stubImports(target, added, module));
    edits.push(...imports.edits, ...stubEdits(text, target, added, imports.localName));
  }
  return {
    edited: true,
    text: applyEdits(text, edits),
    added: added.map((operation) => operation.name),
    removed: gone.map((member) => member.name),
    renamed: renames.map(({ member, operation }) => ({ from: member.name, to: operation.name })),
  };
}

/**
 * Finds the first syntax error. It only parses the text, because creating a compiler program would be slow.
 */
function syntaxFault({ ts }: Morph, file: SourceFile): HandlerEditResult | undefined {
  const { diagnostics = [] } = ts.transpileModule(file.getFullText(), { reportDiagnostics: true });
  const [first] = diagnostics;
  if (first === undefined) return undefined;
  const { line, column } = file.getLineAndColumnAtPos(first.start ?? 0);
  const message = ts.flattenDiagnosticMessageText(first.messageText, " ");
  return { edited: false, reason: "syntax", line, column, message };
}

/**
 * Reports whether a member is the handler of a removed operation. In an object literal, every member is a
 * handler. In a class, a member can be something else.
 */
function isHandler(target: HandlerTarget, edit: HandlerEdit, name: string, text: string): boolean {
  if (target.kind === "object" || edit.removed?.includes(name)) return true;
  const [signature = ""] = text.split("{");
  return new RegExp(`\\b${pascalCase(name)}(?:Request|Response|ServerMessage)\\b`).test(signature);
}
