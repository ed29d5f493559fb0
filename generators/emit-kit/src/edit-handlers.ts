// Edits hand-written handlers when the contract changes: adds a stub for each new operation and
// marks removed ones. The syntax tree is used only to find positions; the text is spliced, so that
// every other byte is unchanged.

import { compareCodePoints } from "@specwright/contract";
import type { Node } from "ts-morph";
import { isClass, markEdit, membersOf, unmarkEdit } from "./handler-members.ts";
import { type HandlerTarget, handlerTargets } from "./handler-target.ts";
import { pascalCase } from "./identifier.ts";
import { importEdits, type WantedImport } from "./import-edits.ts";
import { stringLiteral } from "./string-literal.ts";
import { applyEdits, styleAt, type TextEdit } from "./text-edit.ts";
import { visibleText } from "./visible-text.ts";

/** An operation that the handlers must implement. */
export interface HandlerOperation {
  /** The method of the generated interface. */
  readonly name: string;
  /** One line for the comment above the stub. */
  readonly doc: string;
  /**
   * Parameters with their types; a type `Context` is replaced by the type argument of the
   * interface.
   */
  readonly parameters: readonly { readonly name: string; readonly type: string }[];
  /** What a handler returns, such as `Promise<UpdateListingResponse>`. */
  readonly returns: string;
  /** The names in these types, imported if a stub has to write them. */
  readonly imports: readonly WantedImport[];
}

/** The wanted handlers. */
export interface HandlerEdit {
  /** The generated interface, such as `MarketplaceHandlers`. */
  readonly interfaceName: string;
  readonly operations: readonly HandlerOperation[];
  /** Operations of the previous contract; other methods of a class are left unchanged. */
  readonly removed?: readonly string[];
}

/** The edited text with a list of changes, or the reason why it cannot be edited. */
export type HandlerEditResult =
  | {
      readonly edited: true;
      readonly text: string;
      readonly added: readonly string[];
      readonly removed: readonly string[];
    }
  | { readonly edited: false; readonly reason: "not-found" | "several" };

/**
 * Adds stubs for missing operations and marks those that the contract no longer has, in an object
 * literal, a function that returns one, or a class. Bodies never change; a second run has no
 * effect.
 */
export async function editHandlers(
  sourceText: string,
  edit: HandlerEdit,
): Promise<HandlerEditResult> {
  // Loading it takes 0.4 s, which only this command needs.
  const morph = await import("ts-morph");
  const project = new morph.Project({ useInMemoryFileSystem: true });
  const file = project.createSourceFile("handlers.ts", sourceText);
  const [target, ...others] = handlerTargets(morph, file, edit.interfaceName);
  if (target === undefined) return { edited: false, reason: "not-found" };
  if (others.length > 0) return { edited: false, reason: "several" };

  const text = file.getFullText();
  const members = membersOf(target);
  const wanted = new Set(edit.operations.map((operation) => operation.name));
  const present = new Set(members.map((member) => member.name));
  const missing = edit.operations.filter((operation) => !present.has(operation.name));
  const gone = members.filter(
    ({ name, text: memberText }) => !wanted.has(name) && isHandler(target, edit, name, memberText),
  );
  const edits: TextEdit[] = [
    ...gone.flatMap((member) => markEdit(text, member)),
    ...members
      .filter((member) => wanted.has(member.name))
      .flatMap((member) => unmarkEdit(text, member)),
  ];
  if (missing.length > 0) {
    const imports = importEdits(file, importsOf(target, missing));
    edits.push(...imports.edits, ...stubEdits(text, target, missing, imports.localName));
  }
  return {
    edited: true,
    text: applyEdits(text, edits),
    added: missing.map((operation) => operation.name),
    removed: gone.map((member) => member.name),
  };
}

/**
 * Reports whether a member is a handler of a former operation. A class may have other members; an
 * object literal has none.
 */
function isHandler(target: HandlerTarget, edit: HandlerEdit, name: string, text: string): boolean {
  if (target.kind === "object" || edit.removed?.includes(name)) return true;
  const [signature = ""] = text.split("{");
  return new RegExp(`\\b${pascalCase(name)}(?:Request|Response|ServerMessage)\\b`).test(signature);
}

function stubEdits(
  text: string,
  target: HandlerTarget,
  operations: readonly HandlerOperation[],
  localName: (name: string) => string,
): TextEdit[] {
  const close = target.node.getEnd() - 1;
  const { indentation: outer, eol } = styleAt(text, close);
  const nodes: readonly Node[] = isClass(target.node)
    ? target.node.getMembers()
    : target.node.getProperties();
  const last = nodes.at(-1);
  const isOwnLine =
    last !== undefined && text.slice(target.node.getStart(), last.getStart()).includes("\n");
  const indentation = isOwnLine ? styleAt(text, last.getStart()).indentation : `${outer}  `;
  const step = indentation.startsWith(outer) ? indentation.slice(outer.length) || "  " : "  ";
  const stubs = operations.map((operation) =>
    stub(target, operation, localName, { indentation, step, eol }),
  );
  const separator = target.kind === "class" ? `${eol}${eol}` : eol;
  const body = stubs.join(separator);

  // A spread may contain the real implementation, which must win, so stubs precede it.
  const spread = nodes.find((node) => node.getKindName() === "SpreadAssignment");
  if (spread !== undefined) {
    const at = spread.getStart(true);
    const space = isOwnLine ? `${eol}${indentation}` : `${eol}${outer}  `;
    return [{ from: at, to: at, text: `${body.trimStart()}${space}` }];
  }
  const edits: TextEdit[] = [];
  if (last !== undefined && target.kind === "object" && !hasComma(text, last.getEnd(), close)) {
    edits.push({ from: last.getEnd(), to: last.getEnd(), text: "," });
  }
  const lineStart = text.lastIndexOf("\n", close - 1) + 1;
  const isAlone = text.slice(lineStart, close).trim() === "" && last !== undefined;
  const gap = target.kind === "class" && last !== undefined ? eol : "";
  if (isAlone) edits.push({ from: lineStart, to: lineStart, text: `${gap}${body}${eol}` });
  else {
    const trimmed = text.slice(0, close).trimEnd().length;
    edits.push({ from: trimmed, to: close, text: `${eol}${gap}${body}${eol}${outer}` });
  }
  return edits;
}

function stub(
  target: HandlerTarget,
  operation: HandlerOperation,
  localName: (name: string) => string,
  { indentation, step, eol }: { indentation: string; step: string; eol: string },
): string {
  const typed = target.kind === "class";
  const typeOf = (type: string): string =>
    type === "Context" ? (target.context ?? "undefined") : type;
  // An underscore marks an unused parameter.
  const parameters = operation.parameters
    .map(({ name, type }) => (typed ? `_${name}: ${typeOf(type)}` : `_${name}`))
    .join(", ");
  const doc = visibleText(operation.doc).replace(/\s+/g, " ").replace(/\*\//g, "*\\/").trim();
  return [
    ...(doc === "" ? [] : [`${indentation}/** ${doc} */`]),
    `${indentation}${operation.name}(${parameters})${typed ? `: ${operation.returns}` : ""} {`,
    `${indentation}${step}throw new ${localName("NotImplementedError")}(${stringLiteral(operation.name)});`,
    `${indentation}}${typed ? "" : ","}`,
  ].join(eol);
}

function importsOf(target: HandlerTarget, operations: readonly HandlerOperation[]): WantedImport[] {
  const error = { name: "NotImplementedError", from: "@specwright/runtime", typeOnly: false };
  if (target.kind === "object") return [error];
  const types = new Map<string, WantedImport>();
  for (const wanted of operations.flatMap((operation) => operation.imports))
    types.set(wanted.name, wanted);
  return [error, ...[...types.values()].sort((a, b) => compareCodePoints(a.name, b.name))];
}

function hasComma(text: string, from: number, to: number): boolean {
  const between = text.slice(from, to).replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, "");
  return between.includes(",");
}
