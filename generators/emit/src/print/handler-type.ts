// Reads the type of hand-written handlers: the generated interface, alone or as part of another type.

import type { TypeNode } from "ts-morph";

/** What the type of hand-written handlers says. */
export interface HandlerType {
  /** The `Session` of `MarketplaceHandlers<Session>`. */
  readonly context: string | undefined;
  /** Whether handlers may be left out, as in `Partial<MarketplaceHandlers>`. */
  readonly isPartial: boolean;
  /** Reports whether the type has the handler of this name; `Omit` and `Pick` leave some out. */
  readonly includes: (name: string) => boolean;
}

type Morph = typeof import("ts-morph");

/** The types whose value is, or resolves with, that of their first argument. */
const transparent: ReadonlySet<string> = new Set(["Promise", "Readonly", "Required"]);

/** Reads the type of handlers; `undefined` if it is not one of the interface. */
export function handlerTypeOf(
  morph: Morph,
  type: TypeNode | undefined,
  interfaceName: string,
): HandlerType | undefined {
  if (!morph.Node.isTypeReference(type)) return undefined;
  const name = type.getTypeName().getText();
  const [first, second] = type.getTypeArguments();
  if (nameOf(name) === interfaceName) {
    return { context: first?.getText(), isPartial: false, includes: () => true };
  }
  const inner = handlerTypeOf(morph, first, interfaceName);
  if (inner === undefined) return undefined;
  if (transparent.has(name)) return inner;
  if (name === "Partial") return { ...inner, isPartial: true };
  const keys = new Set(second === undefined ? [] : literals(morph, second));
  if (name === "Omit") {
    return { ...inner, includes: (each) => inner.includes(each) && !keys.has(each) };
  }
  if (name === "Pick") {
    return { ...inner, includes: (each) => inner.includes(each) && keys.has(each) };
  }
  return undefined;
}

/** Returns the last part of a qualified name: `api.XHandlers`. */
export function nameOf(text: string): string {
  return text.slice(text.lastIndexOf(".") + 1);
}

/** Lists the strings of a literal type, or of a union of such types. */
function literals(morph: Morph, type: TypeNode): string[] {
  if (morph.Node.isUnionTypeNode(type)) {
    return type.getTypeNodes().flatMap((each) => literals(morph, each));
  }
  if (!morph.Node.isLiteralTypeNode(type)) return [];
  const literal = type.getLiteral();
  return morph.Node.isStringLiteral(literal) ? [literal.getLiteralValue()] : [];
}
