// The input of the functions that read types.

import type {
  Declaration,
  Defaults,
  Int64Type,
  Schema,
  SchemaReference,
  ValueTypes,
} from "@specwright/contract";
import type { ImportSymbol } from "../print/printable.ts";
import type { Member, TypeExpression } from "./type-expression.ts";

/** Options for the types of values. */
export interface TypeOptions {
  /** The file of the document, which comments do not repeat. */
  readonly document: string;
  /** The type of 64-bit integers. */
  readonly int64: Int64Type;
  /** The types of other values, where there is a choice. */
  readonly valueTypes: ValueTypes;
  /** The properties with a default: readers always get a value, and senders can omit them. */
  readonly defaults: Defaults;
  /** Whether types are for readers (`read`) or for senders (`written`). */
  readonly form: "read" | "written";
  /** Imports a type of the runtime into the file. */
  runtimeType(name: string): ImportSymbol;
}

/** The form of a declaration: an interface, or an alias of a type. */
export type DeclaredType =
  | {
      readonly kind: "interface";
      readonly parents: readonly TypeExpression[];
      readonly members: readonly Member[];
      /** The members, including the members of its parents, by key. */
      readonly allMembers: ReadonlyMap<string, Member>;
      /** The type of the index signature: its own, or that of a parent. */
      readonly index?: TypeExpression;
      readonly parameters?: readonly TypeParameter[];
    }
  | {
      readonly kind: "alias";
      readonly type: TypeExpression;
      readonly parameters?: readonly TypeParameter[];
    };

/** A type parameter with its default, as in `Page<T = unknown>`. */
export interface TypeParameter {
  readonly name: string;
  readonly preset: TypeExpression;
}

/** The declaration that the name of a type refers to. */
export interface TypeOrigin {
  readonly declaration: Declaration;
  /** The `$dynamicAnchor` by which it was found. */
  readonly anchor?: string | undefined;
}

/**
 * Where a reference is used. `union` and `alone` need the type immediately, `inside` (a member, an
 * item) later. `optional` (an optional item of a tuple) also needs it later, but TypeScript reads
 * the items of a list in it immediately.
 */
export type Position = "inside" | "optional" | "union" | "alone";

/** Reads the types of a contract's schemas. */
export interface TypeReader {
  readonly options: TypeOptions;
  /** Returns the form of a declaration. */
  declared(declaration: Declaration): DeclaredType;
  /** Reports whether a declaration is being read, so that its type is not available yet. */
  isOpen(declaration: Declaration): boolean;
  /**
   * Returns the type of a schema at its use: its name if it has one. `beside` are the schemas that
   * apply to the same value, including the schema itself.
   */
  use(schema: Schema, position: Position, beside?: readonly Schema[]): TypeExpression;
  /** Finds the declaration by which a schema is used. */
  declarationOf(schema: Schema): Declaration | undefined;
  name(declaration: Declaration): string;
  /** Returns the type of a reference where it is used. */
  refer(reference: SchemaReference, position: Position): TypeExpression;
  /** Returns the declaration whose name a type is. */
  originOf(type: TypeExpression): TypeOrigin | undefined;
}
