// Prints one statement for each declaration.

import type { Declaration } from "@specwright/contract";
import { block, code, docComment, type Printable } from "@specwright/emit-kit";
import { printMembers, printMemberType } from "./print-type.ts";
import { schemaDoc } from "./schema-doc.ts";
import type { TypeReader } from "./type-reader.ts";

/** Prints the interface or alias of a declaration. */
export function declarationStatement(reader: TypeReader, declaration: Declaration): Printable {
  const { schema } = declaration;
  const doc = docComment({ ...schemaDoc(schema), generatedFrom: schema.source });
  const name = reader.name(declaration);
  const type = reader.declared(declaration);
  if (type.kind === "alias") return code`${doc}export type ${name} =${printMemberType(type.type)};`;
  const heritage = type.parents.length === 0 ? "" : ` extends ${type.parents.join(", ")}`;
  return code`${doc}export interface ${name}${heritage} ${block("{", printMembers(type.members), "}")}`;
}
