// Prints each component that operations share once, as a constant.

import { camelCase, reservedNames, webhooksOf } from "@specwright/contract";
import type { Source } from "@specwright/spec-loader";
import { emitPart } from "../print/emit.ts";
import type { EmitContext } from "../print/emitter.ts";
import { code, type ImportSymbol, type Printable } from "../print/printable.ts";
import type { TypeScriptFile } from "../print/typescript-file.ts";

/** The kinds of components that become constants. */
export type ComponentKind = "schema" | "parameter" | "header" | "response" | "securityScheme";

/** The suffix in the names of constants, if it differs from the kind of the component. */
const words: Readonly<Partial<Record<ComponentKind, string>>> = {
  schema: "xml",
  securityScheme: "scheme",
};

/** A component that may become a constant. */
export interface Shared {
  readonly kind: ComponentKind;
  readonly source: Source;
  /**
   * Distinguishes two constants with the same source, for example by the name of a header in a response.
   */
  readonly use?: string;
  /** The type of the constant. If it is missing, TypeScript infers the type from the value. */
  readonly type?: ImportSymbol;
  print(): Printable;
}

/** The constants of one file. */
export interface Components {
  /**
   * Returns the name of the constant, if the value is a component. Otherwise returns the code of the value,
   * to be printed inline.
   */
  refer(shared: Shared): Printable;
  /** Prints all constants at the start of the file. */
  printFirst(): void;
}

/** Creates the constants of one file. Their names differ from the names of the contract's operations. */
export function createComponents(
  { contract, names }: EmitContext,
  file: TypeScriptFile,
): Components {
  const taken = new Set([
    ...reservedNames,
    ...contract.operations.map((operation) => names.operation(operation).value),
    ...webhooksOf(contract).map(({ operation }) => names.operation(operation).value),
    ...contract.channels.map((channel) => names.channel(channel).value),
  ]);
  const constants = new Map<string, string>();
  const statements = new Map<ComponentKind, Printable[]>();

  function claim(wanted: string): string {
    let name = wanted;
    for (let count = 1; taken.has(name); count++) name = `${wanted}_${count === 1 ? "" : count}`;
    taken.add(name);
    return name;
  }

  return {
    refer({ kind, source, use = "", type, print }) {
      const key = componentKey(source, kind);
      if (key === undefined) return emitPart(source, print);
      const id = JSON.stringify([source.file, source.pointer, use]);
      const known = constants.get(id);
      if (known !== undefined) return known;
      const name = claim(camelCase(`${key} ${words[kind] ?? kind}`));
      constants.set(id, name);
      const value = emitPart(source, print);
      const statement =
        type === undefined
          ? code`const ${name} = ${value} as const;`
          : code`const ${name}: ${type} = ${value};`;
      statements.set(kind, statements.get(kind) ?? []);
      statements.get(kind)?.push(statement);
      return name;
    },
    printFirst() {
      const kinds = ["securityScheme", "schema", "parameter", "header", "response"] as const;
      file.printFirst(kinds.flatMap((kind) => statements.get(kind) ?? []));
    },
  };
}

/**
 * Returns the key of a component of this kind under `components`. Returns undefined if the source is not
 * such a component.
 */
function componentKey({ pointer }: Source, kind: ComponentKind): string | undefined {
  const [, root, group, key, ...below] = pointer.split("/");
  if (root !== "components" || group !== `${kind}s` || below.length > 0) return undefined;
  return key?.replaceAll("~1", "/").replaceAll("~0", "~");
}
