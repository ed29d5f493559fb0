// Lists the members of hand-written handlers. Adds and removes the mark of removed operations.

import type { ClassDeclaration, ClassExpression, Node } from "ts-morph";
import type { HandlerTarget } from "./handler-target.ts";
import { styleAt, type TextEdit } from "./import-edits.ts";

const mark = "// specwright: removed from the contract";

/** A member of hand-written handlers. */
export interface HandlerMember {
  readonly name: string;
  readonly nameNode: Node;
  /** The kind of syntax, such as `MethodDeclaration`. */
  readonly kind: string;
  readonly text: string;
  /** The offset of the member's text after its doc comment. */
  readonly textStart: number;
  /** The offset of the member, including its doc comment. */
  readonly start: number;
  /** The doc comment of the member; empty if it has none. */
  readonly comment: string;
}

/** Lists the members that can be handlers. In a class, these are the public instance members. */
export function listMembers({ node }: HandlerTarget): HandlerMember[] {
  const nodes: readonly Node[] =
    "getProperties" in node && !isClass(node) ? node.getProperties() : classMembers(node);
  return nodes.flatMap((member) => {
    const nameNode = nameNodeOf(member);
    if (nameNode === undefined) return [];
    const start = member.getStart(true);
    const textStart = member.getStart();
    const whole = member.getSourceFile().getFullText();
    return [
      {
        name: nameNode.getText().replace(/^(["'])(.*)\1$/s, "$2"),
        nameNode,
        kind: member.getKindName(),
        text: member.getText(),
        textStart,
        start,
        comment: whole.slice(start, textStart).trim(),
      },
    ];
  });
}

/** Reports whether a node is a class, and not an object literal. */
export function isClass(node: HandlerTarget["node"]): node is ClassDeclaration | ClassExpression {
  return "getMembers" in node;
}

function classMembers(node: HandlerTarget["node"]): readonly Node[] {
  if (!isClass(node)) return [];
  return [...node.getInstanceMethods(), ...node.getInstanceProperties()].filter(
    (member) => !("getScope" in member) || member.getScope() === "public",
  );
}

function nameNodeOf(member: Node): Node | undefined {
  if (!("getNameNode" in member) || typeof member.getNameNode !== "function") return undefined;
  const node: Node = member.getNameNode();
  return node;
}

/** Adds the mark "removed" to a member, unless it is already marked. */
export function markEdit(text: string, member: HandlerMember): TextEdit[] {
  if (markBefore(text, member) !== undefined) return [];
  const { indentation, eol } = styleAt(text, member.start);
  return [{ from: member.start, to: member.start, text: `${mark}${eol}${indentation}` }];
}

/** Removes the mark, because the contract has the operation of the member again. */
export function unmarkEdit(text: string, member: HandlerMember): TextEdit[] {
  const from = markBefore(text, member);
  return from === undefined ? [] : [{ from, to: member.start, text: "" }];
}

/** Returns the offset of the mark directly above a member, if it is marked. */
function markBefore(text: string, { start }: HandlerMember): number | undefined {
  const before = text.slice(0, start);
  const trimmed = before.trimEnd();
  return trimmed.endsWith(mark) ? trimmed.length - mark.length : undefined;
}
