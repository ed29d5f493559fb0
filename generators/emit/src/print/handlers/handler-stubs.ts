// Adds stubs for operations without a handler.

import { visibleText } from "@specwright/contract";
import { compareCodePoints } from "@specwright/spec-loader";
import type { Node } from "ts-morph";
import { stringLiteral } from "../literal.ts";
import { isClass } from "./handler-members.ts";
import type { HandlerOperation } from "./handler-operation.ts";
import type { HandlerTarget } from "./handler-target.ts";
import { siblingModule, styleAt, type TextEdit, type WantedImport } from "./import-edits.ts";

/** Returns the edits that add a stub for each operation. */
export function stubEdits(
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
    printStub(target, operation, localName, { indentation, step, eol }),
  );
  const separator = target.kind === "class" ? `${eol}${eol}` : eol;
  const body = stubs.join(separator);

  // The value of a spread can contain the real handler, which must override the stub. So stubs precede the
  // spread.
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

function printStub(
  target: HandlerTarget,
  operation: HandlerOperation,
  localName: (name: string) => string,
  { indentation, step, eol }: { indentation: string; step: string; eol: string },
): string {
  const typed = target.kind === "class";
  const typeOf = (type: string): string =>
    type === "Context" ? (target.context ?? "undefined") : type;
  // An underscore shows that a parameter is unused.
  const parameters = operation.parameters
    .map(({ name, type }) => (typed ? `_${name}: ${typeOf(type)}` : `_${name}`))
    .join(", ");
  const head = `${operation.name}(${parameters})`;
  const signature = returnsAnswer(operation) && !typed ? `async ${head}` : head;
  const returns = returnsAnswer(operation) || typed ? `: ${operation.returns}` : "";
  const summary = oneLine(operation.doc).replace(/\.$/, "");
  const address = oneLine(operation.address);
  const doc = summary === "" ? address : `${summary} (${address})`;
  return [
    `${indentation}/** ${doc.replace(/\*\//g, "*\\/")} */`,
    `${indentation}${signature}${returns} {`,
    `${indentation}${step}throw new ${localName("NotImplementedError")}(${stringLiteral(operation.name)});`,
    `${indentation}}${typed ? "" : ","}`,
  ].join(eol);
}

/**
 * Reports whether a handler returns a response. The compiler could infer the return type of the stub, but
 * the stub declares it: otherwise the compiler would report a wrong member of the response at the name of
 * the handler.
 */
function returnsAnswer({ returns }: HandlerOperation): boolean {
  return returns !== "Promise<void>";
}

function oneLine(text: string): string {
  return visibleText(text).replace(/\s+/g, " ").trim();
}

/** Lists the imports that the stubs need, with paths next to the module of the interface. */
export function stubImports(
  target: HandlerTarget,
  operations: readonly HandlerOperation[],
  module: string,
): WantedImport[] {
  const error = { name: "NotImplementedError", from: "@specwright/runtime", typeOnly: false };
  const types = new Map<string, WantedImport>();
  const needed = operations.flatMap((operation) =>
    operation.imports.filter(({ name }) => target.kind === "class" || isReturned(operation, name)),
  );
  for (const wanted of needed) {
    types.set(wanted.name, { ...wanted, from: siblingModule(wanted.from, module) });
  }
  return [error, ...[...types.values()].sort((a, b) => compareCodePoints(a.name, b.name))];
}

function isReturned({ returns }: HandlerOperation, name: string): boolean {
  const names = returns.matchAll(/[\p{ID_Start}$_][\p{ID_Continue}$]*/gu);
  return [...names].some(([found]) => found === name);
}

function hasComma(text: string, from: number, to: number): boolean {
  const between = text.slice(from, to).replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, "");
  return between.includes(",");
}
