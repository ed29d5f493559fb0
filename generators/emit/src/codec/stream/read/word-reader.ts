// Functions that read strings with a limited number of values: constants and enumerations.

import { listedValues, type ObjectSchema } from "@specwright/contract";
import type { JsonValue } from "@specwright/spec-loader";
import { docComment } from "../../../print/doc-comment.ts";
import { stringLiteral } from "../../../print/literal.ts";
import { block, type Printable } from "../../../print/printable.ts";
import { hasOnly } from "../../schema/has-only.ts";
import { ifAccepts, isPlainText, longestName } from "../match.ts";
import { printPackedText } from "../packed.ts";
import { expressionReader, functionReader, type Reader, type ReadPrinter } from "./reader.ts";

/** Creates the reader of a schema with `const` or `enum` whose values are all plain strings. */
export function wordReader(
  print: ReadPrinter,
  schema: ObjectSchema,
  name: string,
): Reader | undefined {
  if (!hasOnly(schema, ["types", "const", "enum"])) return undefined;
  if (schema.const !== undefined && schema.enum !== undefined) return undefined;
  const words = listedValues(schema) ?? [];
  if (words.length === 0 || !words.every(isWord)) return undefined;
  const [word] = words;
  const isOpen = schema.openEnum === true;
  if (words.length === 1 && word !== undefined && !isOpen) {
    const text = stringLiteral(word);
    return { ...expressionReader(`readWord(${text})`, text), word };
  }
  const union = words.map(stringLiteral).join(" | ");
  const type = isOpen ? `${union} | (string & {})` : union;
  if (words.length > 2) {
    const set = print.name(`${name.charAt(0).toLowerCase()}${name.slice(1)}Words`);
    const list = printPackedText("", words.map(stringLiteral), "", 90);
    print.print(`const ${set} = /* @__PURE__ */ wordSet(${list});`);
    return expressionReader(`${isOpen ? "readOneOfOpen" : "readOneOf"}(${set})`, type);
  }
  const reader = print.name(`read${name}`);
  const cases = words.map((each): Printable => {
    const text = JSON.stringify(each);
    return ifAccepts(print.constants, text, [`return ${text};`]);
  });
  const otherwise = isOpen ? "readString()" : `skipSpace() ? ${reader}() : giveUp()`;
  print.print(
    docComment({ generatedFrom: schema.source }),
    `function ${reader}(): ${type} `,
    block("{", [...cases, `return ${otherwise};`], "}"),
  );
  return functionReader(reader, type);
}

function isWord(value: JsonValue): value is string {
  return typeof value === "string" && isPlainText(value) && value.length < longestName;
}
