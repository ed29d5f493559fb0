// Readers of strings that are one of a few: constants and enumerations.

import type { ObjectSchema } from "@specwright/contract";
import { type JsonValue, listedValues, stringLiteral } from "@specwright/emit-kit";
import { isPlainText, longestName, printMatch } from "./match.ts";
import { expressionReader, functionReader, type Reader, type ReadPrinter } from "./reader.ts";
import { hasOnly } from "./scalar-reader.ts";

/** Makes the reader of a schema with `const` or `enum`, whose values are all plain strings. */
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
    const list = words.map(stringLiteral).join(", ");
    print.print(`const ${set}: WordSet<${union}> = wordSet(${list});`);
    return expressionReader(`${isOpen ? "readOneOfOpen" : "readOneOf"}(${set})`, type);
  }
  const reader = print.name(`read${name}`);
  const cases = words.map((each) => {
    const text = JSON.stringify(each);
    return `  // ${text}
  if (${printMatch(text, "===")}) {
    at += ${text.length};
    return ${text};
  }
`;
  });
  const otherwise = isOpen ? "readString()" : `skipSpace() ? ${reader}() : giveUp()`;
  print.print(`function ${reader}(): ${type} {\n`, ...cases, `  return ${otherwise};\n}`);
  return functionReader(reader, type);
}

function isWord(value: JsonValue): value is string {
  return typeof value === "string" && isPlainText(value) && value.length < longestName;
}
