// Declares the interface of the type reader, and the types that it returns.

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
  /** The file name of the document. Comments with a location do not repeat it. */
  readonly document: string;
  /** The type of 64-bit integers. */
  readonly int64: Int64Type;
  /** The types of other values, if the user can choose them. */
  readonly valueTypes: ValueTypes;
  /** The properties with a default. Readers always see a value, and senders can omit the property. */
  readonly defaults: Defaults;
  /**
   * Whether the types describe values that are read (`read`) or values that the sender writes (`written`).
   */
  readonly form: "read" | "written";
  /** Imports a type of the runtime into the file. */
  runtimeType(name: string): ImportSymbol;
}

/** The type of a declaration: an interface, or an alias. */
export type DeclaredType =
  | {
      readonly kind: "interface";
      readonly parents: readonly TypeExpression[];
      readonly members: readonly Member[];
      /** The members by key, including the members that the interface inherits. */
      readonly allMembers: ReadonlyMap<string, Member>;
      /** The type of the index signature, which the interface declares or inherits. */
      readonly index?: TypeExpression;
      readonly parameters?: readonly TypeParameter[];
    }
  | {
      readonly kind: "alias";
      readonly type: TypeExpression;
      readonly parameters?: readonly TypeParameter[];
    };

/** A type parameter with a default, as in `Page<T = unknown>`. */
export interface TypeParameter {
  readonly name: string;
  readonly preset: TypeExpression;
}

/** The declaration that the name of a type refers to. */
export interface TypeOrigin {
  readonly declaration: Declaration;
  /** The `$dynamicAnchor` through which a reference found the declaration. */
  readonly anchor?: string | undefined;
}

/**
 * Where a reference is used. `union` and `alone`: the type is needed immediately. `inside` (a member or an
 * item): it is needed later. `optional` (an optional item of a tuple): it is also needed later, but
 * TypeScript resolves the items of a list in it immediately.
 */
export type Position = "inside" | "optional" | "union" | "alone";

/** Reads the types of a contract's schemas. */
export interface TypeReader {
  readonly options: TypeOptions;
  /** Returns the interface or alias of a declaration. */
  declared(declaration: Declaration): DeclaredType;
  /** Reports whether a declaration is being read. Its type is then not available yet. */
  isOpen(declaration: Declaration): boolean;
  /**
   * Returns the type of a schema where it is used: the name of its declaration, if it has one. `beside` are
   * the schemas that apply to the same value, including this schema.
   */
  use(schema: Schema, position: Position, beside?: readonly Schema[]): TypeExpression;
  /** Finds the declaration of a schema, or of the target if the schema is a reference. */
  declarationOf(schema: Schema): Declaration | undefined;
  name(declaration: Declaration): string;
  /** Returns the type of the target of a reference, for the position of the reference. */
  refer(reference: SchemaReference, position: Position): TypeExpression;
  /** Returns the declaration to which a type refers by name. */
  originOf(type: TypeExpression): TypeOrigin | undefined;
}
