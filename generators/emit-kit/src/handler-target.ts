// Finds the handlers in a hand-written file by the type of the generated interface.

import type {
  ClassDeclaration,
  ClassExpression,
  Node,
  ObjectLiteralExpression,
  SourceFile,
  TypeNode,
} from "ts-morph";

/** The place where handlers are written, and the type argument of the interface. */
export interface HandlerTarget {
  readonly node: ObjectLiteralExpression | ClassDeclaration | ClassExpression;
  readonly kind: "object" | "class";
  /** The `Session` of `MarketplaceHandlers<Session>`. */
  readonly context: string | undefined;
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
  const add = (node: Node | undefined, type: TypeNode | undefined): void => {
    const inner = unwrap(morph, node);
    if (!Node.isObjectLiteralExpression(inner) || targets.some((each) => each.node === inner))
      return;
    targets.push({ node: inner, kind: "object", context: typeArgument(morph, type) });
  };
  file.forEachDescendant((node) => {
    if (Node.isClassDeclaration(node) || Node.isClassExpression(node)) {
      const clause = node
        .getImplements()
        .find((each) => nameOf(each.getExpression().getText()) === interfaceName);
      if (clause !== undefined) {
        targets.push({ node, kind: "class", context: clause.getTypeArguments()[0]?.getText() });
      }
    } else if (Node.isVariableDeclaration(node) || Node.isPropertyDeclaration(node)) {
      if (isNamed(node.getTypeNode())) add(node.getInitializer(), node.getTypeNode());
    } else if (Node.isSatisfiesExpression(node) || Node.isAsExpression(node)) {
      if (isNamed(node.getTypeNode())) add(node.getExpression(), node.getTypeNode());
    } else if (Node.isFunctionLikeDeclaration(node)) {
      const type = node.getReturnTypeNode();
      if (!isNamed(type)) return;
      for (const returned of returnedBy(morph, node)) add(returned, type);
    }
  });
  return targets;

  function isNamed(type: TypeNode | undefined): boolean {
    if (!Node.isTypeReference(type)) return false;
    const name = type.getTypeName().getText();
    if (nameOf(name) === interfaceName) return true;
    // `async function` and factories: Promise<XHandlers>.
    return name === "Promise" && type.getTypeArguments().some(isNamed);
  }
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

function typeArgument(morph: Morph, type: TypeNode | undefined): string | undefined {
  if (!morph.Node.isTypeReference(type)) return undefined;
  const [argument] = type.getTypeArguments();
  if (type.getTypeName().getText() === "Promise") return typeArgument(morph, argument);
  return argument?.getText();
}

/** Returns the last part of a qualified name: `api.XHandlers`. */
function nameOf(text: string): string {
  return text.slice(text.lastIndexOf(".") + 1);
}
