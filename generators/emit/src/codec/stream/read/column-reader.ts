// Functions that write the Decimals of a frame into columns of nanos, without creating an object for each
// Decimal. They accept only members in the contract's order, without white space. The codec reads all other
// texts.

import type { Declaration, Schema } from "@specwright/contract";
import { docComment } from "../../../print/doc-comment.ts";
import { propertyAccess, propertyKey } from "../../../print/literal.ts";
import { block, type Printable } from "../../../print/printable.ts";
import type { Constants } from "../constants.ts";
import { localNames, pascalName } from "../local-name.ts";
import { acceptOr, isPlainText } from "../match.ts";
import { type DecimalMember, decimalRows } from "./decimal-rows.ts";
import type { ReadPrinter } from "./reader.ts";
import { differInSign, type SignedNumber } from "./sign.ts";

/** The names of the declarations that a column reader adds to its module. */
export interface ColumnReader {
  /** The name of the type that the function returns. */
  readonly type: string;
  /** The name of the function that reads the frame. */
  readonly read: string;
}

/** Reports whether an array of a declared schema is marked to be read into columns. */
export function hasColumns({ schema }: Declaration): boolean {
  if (schema.kind === "boolean") return false;
  return [...(schema.properties?.values() ?? [])].some((each) => decimalRows(each) !== undefined);
}

/**
 * Prints the column reader of a declared schema. Returns undefined if none of its arrays is marked.
 */
export function columnReader(
  print: ReadPrinter,
  declaration: Declaration,
): ColumnReader | undefined {
  const { schema } = declaration;
  if (schema.kind === "boolean" || !hasColumns(declaration)) return undefined;
  const { properties = new Map<string, Schema>(), required = [] } = schema;
  const name = print.printer.names.type(declaration);
  const fields: Printable[] = [];
  const steps: Printable[] = [];
  let ahead = "{";
  for (const [key, property] of properties) {
    if (!required.includes(key) || !isPlainText(key)) return undefined;
    ahead += `${steps.length + ahead.length > 1 ? "," : ""}"${key}":`;
    const rows = decimalRows(property);
    const reader = rows === undefined ? print.reader(property, name + pascalName(key)) : undefined;
    if (reader?.word !== undefined) {
      ahead += `"${reader.word}"`;
      continue;
    }
    steps.push(...expectText(print.constants, ahead));
    ahead = "";
    const place = `into${propertyAccess(key)}`;
    if (rows !== undefined) {
      const { read, type } = rowReader(print, rows, property.source);
      steps.push(`${read}(${place});`);
      fields.push(`  readonly ${propertyKey(key)}: ${type};\n`);
    } else if (reader !== undefined) {
      steps.push([`${place} = `, reader.call, ";"]);
      fields.push(`  ${propertyKey(key)}: `, reader.type, ";\n");
    } else {
      return undefined;
    }
  }
  const type = print.name(`${name}Columns`);
  const read = print.name(`read${type}`);
  const text = `Receives a \`${name}\`; its Decimals are nanos, as exact doubles.`;
  print.print(
    docComment({ text, generatedFrom: schema.source }),
    `export interface ${type} {\n`,
    ...fields,
    "}",
  );
  const end = expectText(print.constants, `${ahead}}`);
  print.print(
    docComment({ generatedFrom: schema.source }),
    `function ${read}(into: ${type}): void `,
    block("{", [...steps, ...end], "}"),
  );
  return { type, read };
}

const readers = new WeakMap<ReadPrinter, Map<string, RowReader>>();

interface RowReader {
  readonly type: string;
  readonly read: string;
}

/** Returns the name of the function that reads arrays of these items. Prints the function on first use. */
function rowReader(
  print: ReadPrinter,
  members: readonly DecimalMember[],
  source: Schema["source"],
): RowReader {
  const known = readers.get(print) ?? new Map<string, RowReader>();
  readers.set(print, known);
  const key = JSON.stringify(members);
  const reader = known.get(key) ?? printRowReader(print, members, source);
  known.set(key, reader);
  return reader;
}

function printRowReader(
  print: ReadPrinter,
  members: readonly DecimalMember[],
  source: Schema["source"],
): RowReader {
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
      ...expectText(print.constants, expected),
      `let ${local} = readColumnUnits() * 1e9;`,
      ...expectText(print.constants, `,"${nanos}":`),
      ...(isSigned
        ? [
            `const ${local}Nanos = readIntegerIn(-999999999, 999999999);`,
            `if (${differInSign(columnNumber(`${local}Nanos`), columnNumber(local))}) giveUp();`,
            `${local} += ${local}Nanos;`,
          ]
        : [`${local} += readIntegerIn(-999999999, 999999999);`]),
    ];
  });
  const items = [
    ...steps,
    ...expectText(print.constants, "}}"),
    `into.push(${locals.join(", ")});`,
  ];
  print.print(
    docComment({ generatedFrom: source }),
    `function ${read}(into: ${type}): void `,
    block(
      "{",
      [
        "into.clear();",
        "if (!entersArray()) return;",
        [block("do {", items, "}"), " while (hasNextItem());"],
      ],
      "}",
    ),
  );
  return { type, read };
}

function columnNumber(subject: string): SignedNumber {
  return { subject, isBigint: false };
}

/** Prints steps that move the scanner past a text, or give up if the text is missing. */
function expectText(constants: Constants, text: string): readonly Printable[] {
  return acceptOr(constants, text, "giveUp();");
}
