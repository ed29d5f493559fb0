// Functions that read objects. They expect the members in the order that generated writers use, and compare
// names as bytes. If the order is different, the runtime reads the object with the help of a table of its
// members.

import { isInherited, isNothing, type ObjectSchema, type Schema } from "@specwright/contract";
import { docComment } from "../../../print/doc-comment.ts";
import { propertyAccess, propertyKey, stringLiteral } from "../../../print/literal.ts";
import { block, type Printable } from "../../../print/printable.ts";
import { isUnknown } from "../../../rules/implied-types.ts";
import { hasOnly } from "../../schema/has-only.ts";
import type { Constants } from "../constants.ts";
import { flatText } from "../flat-text.ts";
import { localNames, pascalName } from "../local-name.ts";
import { acceptOr, ifAccepts, isPlainText, longestName } from "../match.ts";
import { printPacked } from "../packed.ts";
import { expressionReader, functionReader, type Reader, type ReadPrinter } from "./reader.ts";
import { differInSign } from "./sign.ts";

interface Member {
  readonly name: string;
  readonly local: string;
  readonly reader: Reader;
  readonly isRequired: boolean;
}

/**
 * Creates the reader of an object schema. `type` is the type of the declaration, if the schema is declared.
 */
export function objectReader(
  print: ReadPrinter,
  schema: ObjectSchema,
  name: string,
  type: Printable | undefined,
): Reader | undefined {
  const known = ["types", "properties", "required", "additionalProperties", "sameSign"] as const;
  if (!hasOnly(schema, known)) return undefined;
  const { properties = new Map<string, Schema>(), required = [], additionalProperties } = schema;
  if (required.some((each) => !properties.has(each))) return undefined;
  const others = othersReader(print, additionalProperties, name);
  if (others === undefined) return undefined;
  if (properties.size === 0) {
    return isNothing(additionalProperties) ? undefined : mapReader(others);
  }
  const members: Member[] = [];
  const locals = localNames([...properties.keys()]);
  for (const [index, [key, property]] of [...properties].entries()) {
    // The constant of `memberNames` has no space for longer names. In an object literal, `__proto__` would
    // set the prototype.
    if (!isPlainText(key) || key.length > longestName || key === "__proto__") return undefined;
    const isRequired = required.includes(key);
    // In TypeScript, an empty object also has inherited members, and their types would differ from the
    // contract.
    if (!isRequired && isInherited(key)) return undefined;
    const reader = print.reader(property, name + pascalName(key));
    if (reader === undefined) return undefined;
    const local = locals[index] ?? key;
    members.push({ name: key, local, reader, isRequired });
  }
  const parts: ObjectParts = {
    reader: print.name(`read${name}`),
    table: print.name(`${name.charAt(0).toLowerCase()}${name.slice(1)}Members`),
    required: members.filter((member) => member.isRequired),
    optional: members.filter((member) => !member.isRequired),
    schema,
    type: type ?? inlineType(members),
  };
  const names = print.constants.memberNames(
    name,
    [...parts.required, ...parts.optional].map((member) => member.name),
  );
  print.print(
    ...printTable(names, parts, isNothing(additionalProperties) ? "giveUp" : others.callback),
  );
  print.print(...printObjectReader(print, parts));
  return functionReader(parts.reader, parts.type);
}
/**
 * Creates the reader of members that the contract does not name. In a closed object, this reader is never
 * called.
 */
function othersReader(
  print: ReadPrinter,
  schema: Schema | undefined,
  name: string,
): Reader | undefined {
  if (schema === undefined || isUnknown(schema) || isNothing(schema)) {
    return functionReader("readAny", "unknown");
  }
  return print.reader(schema, `${name}Value`);
}

function mapReader(others: Reader): Reader {
  return expressionReader(
    ["readMap(", others.callback, ")"],
    ["Record<string, ", others.type, ">"],
  );
}

function inlineType(members: readonly Member[]): Printable {
  const fields = members.map(({ name, reader, isRequired }) => [
    `${propertyKey(name)}${isRequired ? "" : "?"}: `,
    reader.type,
    "; ",
  ]);
  return ["{ ", ...fields, "}"];
}

interface ObjectParts {
  readonly reader: string;
  /** The name of the constant that describes the members. */
  readonly table: string;
  readonly required: readonly Member[];
  readonly optional: readonly Member[];
  readonly schema: ObjectSchema;
  readonly type: Printable;
}

function printTable(
  names: string,
  { table, required, optional }: ObjectParts,
  other: Printable,
): readonly Printable[] {
  const open = `const ${table} = /* @__PURE__ */ objectMembers(`;
  const readers = (members: readonly Member[], taken: number): Printable =>
    printPacked(
      "[",
      members.map(({ reader }) => reader.callback),
      "]",
      taken,
    );
  const more: Printable[] = [];
  if (optional.length > 0 || other !== "readAny") more.push(", ", readers(optional, 100));
  if (other !== "readAny") more.push(", ", other);
  const broken = open.length + names.length > 97 ? open.replace(" = ", " =\n  ") : open;
  return [broken, names, ", ", readers(required, open.length + names.length + 8), ...more, ");"];
}

function printObjectReader(print: ReadPrinter, parts: ObjectParts): Printable[] {
  const { reader, table, required, optional, schema, type } = parts;
  const sign = signCheck(schema, required);
  const locals = [...required, ...optional].map(({ local }) => local);
  return [
    docComment({ generatedFrom: schema.source }),
    `function ${reader}(): `,
    type,
    " ",
    block(
      "{",
      [
        "const start = scan.at;",
        block("inOrder: {", printInOrder(print.constants, parts, sign), "}"),
        [
          "const ",
          printPacked("[", locals, "]", table.length + 36),
          ` = readMembers(${table}, start);`,
        ],
        ...sign,
        ...printResult(parts),
      ],
      "}",
    ),
  ];
}

/** Prints the steps that create an object after its members were read in any order. */
function printResult({ required, optional, type }: ObjectParts): readonly Printable[] {
  if (optional.length === 0) return [["return withOthers(", resultLiteral(required, 24), ");"]];
  return [
    ["const value: ", type, " = ", resultLiteral(required, flatText(type).length + 25), ";"],
    ...optional.map(
      ({ name, local }) => `if (${local} !== undefined) value${propertyAccess(name)} = ${local};`,
    ),
    "return withOthers(value);",
  ];
}

/**
 * Prints the step that rejects two numbers with different signs. Returns an empty list if the schema does
 * not require equal signs.
 */
function signCheck({ sameSign }: ObjectSchema, members: readonly Member[]): readonly string[] {
  if (sameSign === undefined) return [];
  const [left, right] = sameSign.map((name) => {
    const { local = "", reader } = members.find((member) => member.name === name) ?? {};
    return { subject: local, isBigint: reader?.type === "bigint" };
  });
  if (left === undefined || right === undefined) return [];
  return [`if (${differInSign(left, right)}) giveUp();`];
}

/**
 * The maximum number of required members whose names are compared by calls. If there are more, all names
 * are compared inline. V8 inlines a limited amount into one function: with more members, some of these
 * calls would not be inlined.
 */
const mostCalls = 8;

/**
 * Prints the steps that read members in the expected order. If the order is different, they leave the block
 * `inOrder`.
 */
function printInOrder(
  constants: Constants,
  { table, required, optional, type }: ObjectParts,
  sign: readonly string[],
): Printable[] {
  // If no member is required, the fast path expects that the first optional member is present.
  const expected = required.length > 0 ? required : optional.slice(0, 1);
  const more = optional.slice(expected.length - required.length);
  const steps = expected.flatMap(({ name, local, reader }, index): Printable[] => {
    const key = `${index === 0 ? "{" : ","}"${name}":`;
    const { word } = reader;
    const text = word === undefined ? key : `${key}"${word}"`;
    return [
      ...acceptOr(constants, text, "break inOrder;", expected.length > mostCalls),
      [`const ${local} = `, word === undefined ? reader.call : stringLiteral(word), ";"],
    ];
  });
  if (more.length === 0) {
    const value = resultLiteral(expected, table.length + 26);
    return [...steps, ...sign, ["return endObject(", value, `, ${table});`]];
  }
  return [
    ...steps,
    ...sign,
    ["const value: ", type, " = ", resultLiteral(expected, flatText(type).length + 25), ";"],
    ...more.map(({ name, reader }) =>
      ifAccepts(constants, `,"${name}":`, [
        ["value", propertyAccess(name), " = ", reader.call, ";"],
      ]),
    ),
    `return endObject(value, ${table});`,
  ];
}

/**
 * Prints an object literal with the members that were read. `taken` is the number of columns that other
 * text needs on the line.
 */
function resultLiteral(members: readonly Member[], taken: number): Printable {
  const fields = members.map(({ name, local }) =>
    name === local ? name : `${propertyKey(name)}: ${local}`,
  );
  return printPacked("{", fields, "}", taken);
}
