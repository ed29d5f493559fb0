// Recognizes renamed operations. A renamed operation has a new name, but the same method and path as an
// earlier operation. Its handler gets the new name and keeps its body.

import { pascalCase } from "@specwright/contract";
import type { Node, SourceFile } from "ts-morph";
import { stringLiteral } from "../literal.ts";
import type { HandlerMember } from "./handler-members.ts";
import type { HandlerOperation } from "./handler-operation.ts";
import type { TextEdit } from "./import-edits.ts";

/** A handler whose operation was renamed. */
interface HandlerRename {
  readonly member: HandlerMember;
  readonly operation: HandlerOperation;
}

/**
 * Pairs the handlers that have no operation with the operations that have no handler, if their addresses
 * are equal. The address of a handler comes from `former` (the operations of an earlier contract) or from
 * the comment of the handler. If an address occurs several times, there is no pair for it.
 */
export function handlerRenames(
  gone: readonly HandlerMember[],
  missing: readonly HandlerOperation[],
  former: ReadonlyMap<string, string>,
): HandlerRename[] {
  const pairs = gone.flatMap((member) => {
    const known = former.get(member.name);
    return missing
      .filter(({ address }) => known === address || mentionsAddress(member.comment, address))
      .map((operation) => ({ member, operation }));
  });
  return pairs.filter(
    ({ member, operation }) =>
      pairs.every((each) => each.member !== member || each.operation === operation) &&
      pairs.every((each) => each.operation !== operation || each.member === member),
  );
}

/**
 * Reports whether a comment contains an address as the comment of a stub does: alone, or in parentheses.
 */
function mentionsAddress(comment: string, address: string): boolean {
  const text = comment
    .replace(/^\/\*\*|\*\/$/g, "")
    .replaceAll("*\\/", "*/")
    .trim();
  return text === address || text.includes(`(${address})`);
}

/**
 * Returns the edits that rename a handler. They also rename the operation in the error of an unimplemented
 * stub, and the operation's generated types wherever the file uses them.
 */
export function renameEdits(file: SourceFile, { member, operation }: HandlerRename): TextEdit[] {
  const { nameNode } = member;
  const isShorthand = member.kind === "ShorthandPropertyAssignment";
  const edits: TextEdit[] = [
    isShorthand
      ? { from: nameNode.getStart(), to: nameNode.getStart(), text: `${operation.name}: ` }
      : { from: nameNode.getStart(), to: nameNode.getEnd(), text: operation.name },
  ];
  const stub = /\bNotImplementedError\((["'])(?<name>[^"']*)\1\)/.exec(member.text);
  if (stub?.groups?.["name"] === member.name) {
    const from = member.textStart + stub.index + stub[0].indexOf("(") + 1;
    const to = member.textStart + stub.index + stub[0].length - 1;
    edits.push({ from, to, text: stringLiteral(operation.name) });
  }
  const types = formerTypes(member.name, operation);
  file.forEachDescendant((node) => {
    const renamed = isIdentifier(node) ? types.get(node.getText()) : undefined;
    if (renamed !== undefined) {
      edits.push({ from: node.getStart(), to: node.getEnd(), text: renamed });
    }
  });
  return edits;
}

/** Returns a map from the old name of each type of the operation to its new name. */
function formerTypes(name: string, { imports }: HandlerOperation): ReadonlyMap<string, string> {
  const suffixes = /(?:Request|Response|ServerMessage|ClientMessage|Parameters)$/;
  const former = pascalCase(name);
  return new Map(
    imports.flatMap((wanted) => {
      const suffix = wanted.from.startsWith(".") ? suffixes.exec(wanted.name)?.[0] : undefined;
      return suffix === undefined ? [] : [[`${former}${suffix}`, wanted.name] as const];
    }),
  );
}

function isIdentifier(node: Node): boolean {
  return node.getKindName() === "Identifier";
}
