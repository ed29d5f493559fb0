// Prints one statement for each declaration.

import type { Declaration } from "@specwright/contract";
import { codeSpan, docComment } from "../print/doc-comment.ts";
import { block, code, type Printable } from "../print/printable.ts";
import { printMembers, printMemberType } from "./print-type.ts";
import { schemaDoc } from "./schema-doc.ts";
import type { TypeReader } from "./type-reader.ts";

/** Prints the interface or alias of a declaration. */
export function declarationStatement(reader: TypeReader, declaration: Declaration): Printable {
  const { schema } = declaration;
  const name = reader.name(declaration);
  const isRead = reader.options.form === "read";
  const text = isRead ? schemaDoc(schema) : { text: writtenDoc(declaration.name) };
  const doc = docComment({ ...text, generatedFrom: schema.source });
  const type = reader.declared(declaration);
  if (type.kind === "alias") return code`${doc}export type ${name} =${printMemberType(type.type)};`;
  const heritage = type.parents.length === 0 ? "" : ` extends ${type.parents.join(", ")}`;
  return code`${doc}export interface ${name}${heritage} ${block("{", printMembers(type.members), "}")}`;
}

function writtenDoc(name: string): string {
  return `${codeSpan(name)} as it is written: what has a default may be left out.`;
}
