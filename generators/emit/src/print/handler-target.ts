// Finds the handlers in a hand-written file by the type of the generated interface.

import type {
  ClassDeclaration,
  ClassExpression,
  Node,
  ObjectLiteralExpression,
  SourceFile,
} from "ts-morph";
import { type HandlerType, handlerTypeOf, nameOf } from "./handler-type.ts";

/** The place where handlers are written, and what their type says. */
export interface HandlerTarget extends HandlerType {
  readonly node: ObjectLiteralExpression | ClassDeclaration | ClassExpression;
  readonly kind: "object" | "class";
}

type Morph = typeof import("ts-morph");

/**
 * Lists the implementations of the interface: classes, and object literals of that type, alone or
 * returned by a function.
 */
export function handlerTargets(
  morph: Morph,
  file: SourceFile,
  interfaceName: string,
): HandlerTarget[] {
  const { Node } = morph;
  const targets: HandlerTarget[] = [];
  const add = (node: Node | undefined, type: HandlerType): void => {
    const inner = unwrap(morph, node);
    if (!Node.isObjectLiteralExpression(inner) || targets.some((each) => each.node === inner))
      return;
    targets.push({ node: inner, kind: "object", ...type });
  };
  file.forEachDescendant((node) => {
    if (Node.isClassDeclaration(node) || Node.isClassExpression(node)) {
      const clause = node
        .getImplements()
        .find((each) => nameOf(each.getExpression().getText()) === interfaceName);
      if (clause !== undefined) {
        const context = clause.getTypeArguments()[0]?.getText();
        targets.push({ node, kind: "class", context, isPartial: false, includes: () => true });
      }
    } else if (Node.isVariableDeclaration(node) || Node.isPropertyDeclaration(node)) {
      const type = handlerTypeOf(morph, node.getTypeNode(), interfaceName);
      if (type !== undefined) add(node.getInitializer(), type);
    } else if (Node.isSatisfiesExpression(node) || Node.isAsExpression(node)) {
      const type = handlerTypeOf(morph, node.getTypeNode(), interfaceName);
      if (type !== undefined) add(node.getExpression(), type);
    } else if (Node.isFunctionLikeDeclaration(node)) {
      const type = handlerTypeOf(morph, node.getReturnTypeNode(), interfaceName);
      if (type === undefined) return;
      for (const returned of returnedBy(morph, node)) add(returned, type);
    }
  });
  return targets;
}

function returnedBy(morph: Morph, node: Node): Node[] {
  const { Node } = morph;
  if (!Node.isBodyable(node) && !Node.isArrowFunction(node)) return [];
  const body = node.getBody();
  if (body === undefined) return [];
  if (!Node.isBlock(body)) return [body];
  const returned: Node[] = [];
  body.forEachDescendant((each, traversal) => {
    if (Node.isFunctionLikeDeclaration(each) || Node.isClassDeclaration(each)) traversal.skip();
    else if (Node.isReturnStatement(each)) {
      const value = each.getExpression();
      if (value !== undefined) returned.push(value);
    }
  });
  return returned;
}

function unwrap(morph: Morph, node: Node | undefined): Node | undefined {
  const { Node } = morph;
  let inner = node;
  while (
    Node.isParenthesizedExpression(inner) ||
    Node.isSatisfiesExpression(inner) ||
    Node.isAsExpression(inner)
  ) {
    inner = inner.getExpression();
  }
  return inner;
}
