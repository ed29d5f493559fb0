// Readers that put the Decimals of a frame into columns of nanos, with no object in between. They
// know the order of the contract without spaces; any other text is left to the codec.

import type { Declaration, Schema } from "@specwright/contract";
import { docComment, type Printable, propertyKey } from "@specwright/emit-kit";
import { type DecimalMember, decimalRows } from "./decimal-rows.ts";
import { localNames, pascal } from "./local-name.ts";
import { isPlainText, longestMatch, printMatch } from "./match.ts";
import type { ReadPrinter } from "./reader.ts";
import { differInSign, type SignedNumber } from "./sign.ts";

/** Names what the column reader of a frame adds to its module. */
export interface ColumnReader {
  /** The type of what the frame is read into. */
  readonly type: string;
  /** The function that reads the frame. */
  readonly read: string;
}

/** Prints the column reader of a declared schema; undefined where none of its arrays is marked. */
export function columnReader(
  print: ReadPrinter,
  declaration: Declaration,
): ColumnReader | undefined {
  const { schema } = declaration;
  if (schema.kind === "boolean") return undefined;
  const { properties = new Map<string, Schema>(), required = [] } = schema;
  if (![...properties.values()].some((each) => decimalRows(each) !== undefined)) return undefined;
  const name = print.printer.names.type(declaration);
  const fields: Printable[] = [];
  const steps: Printable[] = [];
  let ahead = "{";
  for (const [key, property] of properties) {
    if (!required.includes(key) || !isPlainText(key)) return undefined;
    ahead += `${steps.length + ahead.length > 1 ? "," : ""}"${key}":`;
    const rows = decimalRows(property);
    const reader = rows === undefined ? print.reader(property, name + pascal(key)) : undefined;
    if (reader?.word !== undefined) {
      ahead += `"${reader.word}"`;
      continue;
    }
    steps.push(printExpect(ahead));
    ahead = "";
    const place = /^[A-Za-z_$][\w$]*$/.test(key) ? `into.${key}` : `into[${propertyKey(key)}]`;
    if (rows !== undefined) {
      const { read, type } = rowReader(print, rows);
      steps.push(`  ${read}(${place});\n`);
      fields.push(`  readonly ${propertyKey(key)}: ${type};\n`);
    } else if (reader !== undefined) {
      steps.push(`  ${place} = `, reader.call, ";\n");
      fields.push(`  ${propertyKey(key)}: `, reader.type, ";\n");
    } else {
      return undefined;
    }
  }
  const type = print.name(`${name}Columns`);
  const read = print.name(`read${type}`);
  const text = `Takes a \`${name}\` with its Decimals as nanos: doubles that are exact.`;
  print.print(docComment({ text }), `export interface ${type} {\n`, ...fields, "}");
  print.print(`function ${read}(into: ${type}): void {\n`, ...steps, printExpect(`${ahead}}`), "}");
  return { type, read };
}

const readers = new WeakMap<ReadPrinter, Map<string, RowReader>>();

interface RowReader {
  readonly type: string;
  readonly read: string;
}

/** Gives the reader of arrays of such items, which is printed once. */
function rowReader(print: ReadPrinter, members: readonly DecimalMember[]): RowReader {
  const known = readers.get(print) ?? new Map<string, RowReader>();
  readers.set(print, known);
  const key = JSON.stringify(members);
  const reader = known.get(key) ?? printRowReader(print, members);
  known.set(key, reader);
  return reader;
}

function printRowReader(print: ReadPrinter, members: readonly DecimalMember[]): RowReader {
  const locals = localNames(members.map(({ name }) => name));
  const parameters = locals.map((local) => `${local}: number`).join(", ");
  const type = `{ clear(): void; push(${parameters}): void }`;
  const read = print.name("readRows");
  let ahead = "{";
  const steps = members.flatMap(({ name, units, nanos, isSigned }, index) => {
    const local = locals[index] ?? name;
    const expected = `${ahead}"${name}":{"${units}":`;
    ahead = "},";
    return [
      printExpect(expected, "    "),
      `    let ${local} = readColumnUnits() * 1e9;\n`,
      printExpect(`,"${nanos}":`, "    "),
      ...(isSigned
        ? [
            `    const ${local}Nanos = readIntegerIn(-999999999, 999999999);\n`,
            `    if (${differInSign(column(`${local}Nanos`), column(local))}) giveUp();\n`,
            `    ${local} += ${local}Nanos;\n`,
          ]
        : [`    ${local} += readIntegerIn(-999999999, 999999999);\n`]),
    ];
  });
  print.print(
    `function ${read}(into: ${type}): void {\n  into.clear();\n  if (!entersArray()) return;\n  do {\n`,
    ...steps,
    printExpect("}}", "    "),
    `    into.push(${locals.join(", ")});\n  } while (hasNextItem());\n}`,
  );
  return { type, read };
}

function column(subject: string): SignedNumber {
  return { subject, isBigint: false };
}

/** Prints the step over a text that must stand at the scanner. */
function printExpect(expected: string, indent = "  "): string {
  const parts: string[] = [];
  for (let from = 0; from < expected.length; from += longestMatch) {
    const text = expected.slice(from, from + longestMatch);
    parts.push(
      `${indent}// ${text}\n${indent}if (${printMatch(text, "!==")}) giveUp();\n${indent}at += ${text.length};\n`,
    );
  }
  return parts.join("");
}
