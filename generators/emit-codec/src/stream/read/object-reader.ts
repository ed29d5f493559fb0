// Readers of objects. Members are first read in the order of the contract, their names compared as
// bytes; where the text departs from it, a loop reads the rest in any order.

import type { ObjectSchema, Schema } from "@specwright/contract";
import {
  block,
  docComment,
  isAnything,
  isInherited,
  isNothing,
  list,
  type Printable,
  propertyAccess,
  propertyKey,
  stringLiteral,
} from "@specwright/emit-kit";
import { hasOnly } from "../../schema/has-only.ts";
import { type Constants, packed } from "../constants.ts";
import { localNames, pascal } from "../local-name.ts";
import { ifMatch, isPlainText, longestName } from "../match.ts";
import { expressionReader, functionReader, type Reader, type ReadPrinter } from "./reader.ts";
import { differInSign } from "./sign.ts";

interface Member {
  readonly name: string;
  readonly local: string;
  readonly reader: Reader;
  readonly isRequired: boolean;
}

/** Creates the reader of an object schema. `type` is its own type if it is declared. */
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
  if (properties.size === 0) return mapReader(others);
  const members: Member[] = [];
  const locals = localNames([...properties.keys()]);
  for (const [index, [key, property]] of [...properties].entries()) {
    // Longer names than `memberNames` has room for, and what object literals take for the prototype.
    if (!isPlainText(key) || key.length > longestName || key === "__proto__") return undefined;
    const isRequired = required.includes(key);
    // To compilers an empty object has what it inherits, and of another type.
    if (!isRequired && isInherited(key)) return undefined;
    const reader = print.reader(property, name + pascal(key));
    if (reader === undefined) return undefined;
    const local = locals[index] ?? key;
    members.push({ name: key, local, reader, isRequired });
  }
  const reader = print.name(`read${name}`);
  const table = print.name(`${name.charAt(0).toLowerCase()}${name.slice(1)}Members`);
  const names = print.constants.memberNames(
    name,
    members.map((each) => each.name),
  );
  const open = isNothing(additionalProperties) ? undefined : others;
  const optional = members.filter((member) => !member.isRequired);
  print.print(...printTable(table, names, members, open, optional));
  print.print(
    ...printObjectReader(print, {
      reader,
      table,
      members,
      schema,
      type: type ?? inlineType(members),
      isOpen: open !== undefined,
      sign: signCheck(schema, members),
    }),
  );
  return functionReader(reader, type ?? inlineType(members));
}

/** Creates the reader of members that the contract does not name. Closed objects have none. */
function othersReader(
  print: ReadPrinter,
  schema: Schema | undefined,
  name: string,
): Reader | undefined {
  if (schema === undefined || isAnything(schema) || isNothing(schema)) {
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

/** The parts of an object reader. */
interface ObjectParts {
  readonly reader: string;
  /** The constant that lists the members. */
  readonly table: string;
  readonly members: readonly Member[];
  readonly schema: ObjectSchema;
  readonly type: Printable;
  /** Whether the object may have members that the contract does not name. */
  readonly isOpen: boolean;
  /** The condition that two numbers carry different signs; absent where they may. */
  readonly sign: string | undefined;
}

function signCheck({ sameSign }: ObjectSchema, members: readonly Member[]): string | undefined {
  if (sameSign === undefined) return undefined;
  const [left, right] = sameSign.map((name) => {
    const { local = "", reader } = members.find((member) => member.name === name) ?? {};
    return { subject: local, isBigint: reader?.type === "bigint" };
  });
  return left === undefined || right === undefined ? undefined : differInSign(left, right);
}

function printObjectReader(print: ReadPrinter, parts: ObjectParts): Printable[] {
  const { reader, table, members, schema, type, isOpen, sign } = parts;
  const required = members.filter((member) => member.isRequired);
  const hasOptional = required.length < members.length;
  const literal = resultLiteral(required);
  const signStep = sign === undefined ? [] : [`if (${sign}) giveUp();`];
  const inOrder = printInOrder(print.constants, members);
  const rest = restStep(table, members);
  // Each is the shorter one for its objects: where all members are required, one statement returns
  // the object; where some are optional, several put it together, and they stand once.
  const steps = hasOptional
    ? [
        block(
          "members: {",
          [block("inOrder: {", [...inOrder, "if (closesObject()) break members;"], "}"), rest],
          "}",
        ),
      ]
    : [
        block(
          "inOrder: {",
          [
            ...inOrder,
            "if (!closesObject()) break inOrder;",
            ...signStep,
            ["return ", literal, ";"],
          ],
          "}",
        ),
        rest,
      ];
  return [
    docComment({ generatedFrom: schema.source }),
    `function ${reader}(): `,
    type,
    " ",
    block(
      "{",
      [
        ...members.map(({ local, reader: value }) => [
          `let ${local}: `,
          value.type,
          " | undefined;",
        ]),
        ...steps,
        ...signStep,
        ...printResult(members, literal, type, isOpen),
      ],
      "}",
    ),
  ];
}

/** Prints the step that reads what is left in any order. */
function restStep(table: string, members: readonly Member[]): Printable {
  const locals = members.map(({ local }) => local);
  const all = packed("[", locals, "]", table.length + locals.join(", ").length + 28);
  return `${all} = readRest(${table}, ${all});`;
}

/** Prints the table of the members of an object. */
function printTable(
  table: string,
  names: string,
  members: readonly Member[],
  other: Reader | undefined,
  optional: readonly Member[],
): readonly Printable[] {
  const readers = members.map(({ reader: { callback } }) => callback);
  const others = optional.length > 0 ? (other?.callback ?? "undefined") : other?.callback;
  const end: Printable[] = others === undefined ? [] : [", ", others];
  if (optional.length > 0) {
    const literals = optional.map(({ name }) => stringLiteral(name));
    end.push(", ", list("[", literals, "]"));
  }
  const open = `const ${table} = /* @__PURE__ */ objectMembers(${names}, `;
  return [
    open.length > 95 ? open.replace(" = ", " =\n  ") : open,
    list("[", readers, "]"),
    ...end,
    ");",
  ];
}

function printInOrder(constants: Constants, members: readonly Member[]): Printable[] {
  return members.flatMap(({ name, local, reader, isRequired }, index): Printable[] => {
    const key = `${index === 0 ? "{" : ","}"${name}":`;
    if (!isRequired && index > 0) {
      return [
        [
          ifMatch(constants, key, "==="),
          " ",
          block("{", [`scan.at += ${key.length};`, [`${local} = `, reader.call, ";"]], "}"),
        ],
      ];
    }
    const { word } = reader;
    const text = word === undefined ? key : `${key}"${word}"`;
    return [
      [ifMatch(constants, text, "!=="), " break inOrder;"],
      `scan.at += ${text.length};`,
      [`${local} = `, word === undefined ? reader.call : stringLiteral(word), ";"],
    ];
  });
}

function resultLiteral(required: readonly Member[]): Printable {
  const fields = required.map(({ name, local }) =>
    name === local ? name : `${propertyKey(name)}: ${local}`,
  );
  return list("{", fields, "}", { padding: true });
}

function printResult(
  members: readonly Member[],
  literal: Printable,
  type: Printable,
  isOpen: boolean,
): Printable[] {
  const optional = members.filter((member) => !member.isRequired);
  if (optional.length === 0) {
    return [isOpen ? ["return withOthers(", literal, ");"] : ["return ", literal, ";"]];
  }
  return [
    ["const value: ", type, " = ", literal, ";"],
    ...optional.map(
      ({ name, local }) => `if (${local} !== undefined) value${propertyAccess(name)} = ${local};`,
    ),
    isOpen ? "return withOthers(value);" : "return value;",
  ];
}
