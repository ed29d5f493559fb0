// Finds the handlers in a hand-written file. Their type is the generated interface.

import type {
  ClassDeclaration,
  ClassExpression,
  Node,
  ObjectLiteralExpression,
  SourceFile,
  TypeNode,
} from "ts-morph";

/** The position of handlers in a file, and what their type states. */
export interface HandlerTarget extends HandlerType {
  readonly node: ObjectLiteralExpression | ClassDeclaration | ClassExpression;
  readonly kind: "object" | "class";
}

type Morph = typeof import("ts-morph");

/**
 * Lists the implementations of the interface. These are classes, and object literals whose declared type is
 * the interface. A function can return the object literal.
 */
export function handlerTargets(
  morph: Morph,
  file: SourceFile,
  interfaceName: string,
): HandlerTarget[] {
  const { Node } = morph;
  const targets: HandlerTarget[] = [];
  const add = (node: Node | undefined, type: HandlerType): void => {
    const inner = unwrapExpression(morph, node);
    if (!Node.isObjectLiteralExpression(inner) || targets.some((each) => each.node === inner))
      return;
    targets.push({ node: inner, kind: "object", ...type });
  };
  file.forEachDescendant((node) => {
    if (Node.isClassDeclaration(node) || Node.isClassExpression(node)) {
      const clause = node
        .getImplements()
        .find((each) => lastName(each.getExpression().getText()) === interfaceName);
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

function unwrapExpression(morph: Morph, node: Node | undefined): Node | undefined {
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

// Reads the type of hand-written handlers. It is the generated interface, or a type that contains the
// interface, such as `Partial<…>`.

/** The facts that the type of hand-written handlers states. */
interface HandlerType {
  /** The type argument, such as `Session` in `MarketplaceHandlers<Session>`. */
  readonly context: string | undefined;
  /** Whether handlers can be missing, as in `Partial<MarketplaceHandlers>`. */
  readonly isPartial: boolean;
  /** Reports whether the type has a handler of this name. `Omit` and `Pick` remove handlers. */
  readonly includes: (name: string) => boolean;
}

/** Generic types whose value is a value of their first argument, or a promise for it. */
const transparent: ReadonlySet<string> = new Set(["Promise", "Readonly", "Required"]);

/** Reads the type of handlers. Returns undefined if the type does not use the interface. */
function handlerTypeOf(
  morph: Morph,
  type: TypeNode | undefined,
  interfaceName: string,
): HandlerType | undefined {
  if (!morph.Node.isTypeReference(type)) return undefined;
  const name = type.getTypeName().getText();
  const [first, second] = type.getTypeArguments();
  if (lastName(name) === interfaceName) {
    return { context: first?.getText(), isPartial: false, includes: () => true };
  }
  const inner = handlerTypeOf(morph, first, interfaceName);
  if (inner === undefined) return undefined;
  if (transparent.has(name)) return inner;
  if (name === "Partial") return { ...inner, isPartial: true };
  const keys = new Set(second === undefined ? [] : literalStrings(morph, second));
  if (name === "Omit") {
    return { ...inner, includes: (each) => inner.includes(each) && !keys.has(each) };
  }
  if (name === "Pick") {
    return { ...inner, includes: (each) => inner.includes(each) && keys.has(each) };
  }
  return undefined;
}

/** Returns the last part of a qualified name: `XHandlers` for `api.XHandlers`. */
function lastName(text: string): string {
  return text.slice(text.lastIndexOf(".") + 1);
}

/** Lists the strings in a literal type, or in a union of literal types. */
function literalStrings(morph: Morph, type: TypeNode): string[] {
  if (morph.Node.isUnionTypeNode(type)) {
    return type.getTypeNodes().flatMap((each) => literalStrings(morph, each));
  }
  if (!morph.Node.isLiteralTypeNode(type)) return [];
  const literal = type.getLiteral();
  return morph.Node.isStringLiteral(literal) ? [literal.getLiteralValue()] : [];
}
