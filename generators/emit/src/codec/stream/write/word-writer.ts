// Functions that write constants and enumerations.

import { listedValues, type ObjectSchema } from "@specwright/contract";
import type { JsonValue } from "@specwright/spec-loader";
import { literal, stringLiteral } from "../../../print/literal.ts";
import { hasOnly } from "../../schema/has-only.ts";
import { isPlainText } from "../match.ts";
import { printPackedText } from "../packed.ts";
import {
  type Branch,
  callStep,
  callWriter,
  refuseIf,
  textStep,
  type WritePrinter,
  type Writer,
} from "./writer.ts";

/** The maximum number of values that are compared one by one. For more values, the code uses a set. */
const mostCases = 16;

/** Creates the writer of a schema with `const` or `enum` of plain strings, booleans or null. */
export function constantWriter(
  print: WritePrinter,
  schema: ObjectSchema,
  name: string,
): Writer | undefined {
  if (!hasOnly(schema, ["types", "const", "enum"])) return undefined;
  if (schema.const !== undefined && schema.enum !== undefined) return undefined;
  const values = listedValues(schema) ?? [];
  const [value] = values;
  if (schema.openEnum === true) {
    const isText = schema.types?.length === 1 && schema.types[0] === "string";
    return isText ? callWriter("writeString") : undefined;
  }
  if (values.length === 1 && value !== undefined && isSimple(value)) {
    return (subject) => [
      refuseIf([subject, " !== ", literal(value)]),
      textStep(JSON.stringify(value)),
    ];
  }
  const words = values.filter((each) => typeof each === "string" && isPlainText(each));
  if (words.length === 0 || words.length < values.length) return undefined;
  return wordsWriter(print, words.map(String), name);
}

function wordsWriter(print: WritePrinter, words: readonly string[], name: string): Writer {
  if (words.length > mostCases) {
    const list = printPackedText("[", words.map(stringLiteral), "]", 90);
    const made = `/* @__PURE__ */ new Set(${list})`;
    const set = print.constants.named(`allowed${name}`, "ReadonlySet<string>", made);
    return (subject) => [refuseIf(`!${set}.has(${subject})`), callStep("writeString", subject)];
  }
  const giveUp: Branch = { open: "else", steps: [{ kind: "check", statement: "giveUp();" }] };
  return (subject) => {
    const choices = words.map((word, index): Branch => {
      const condition = `if (${subject} === ${stringLiteral(word)})`;
      return {
        open: index === 0 ? condition : `else ${condition}`,
        steps: [textStep(JSON.stringify(word))],
      };
    });
    return [{ kind: "branches", branches: [...choices, giveUp] }];
  };
}

/** Reports whether generated code can compare the value with `===` and write it as fixed text. */
function isSimple(value: JsonValue): boolean {
  if (typeof value === "string") return isPlainText(value);
  return value === null || typeof value === "boolean";
}
