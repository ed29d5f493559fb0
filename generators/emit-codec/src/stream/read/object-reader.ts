// Readers of objects. Members are first read in the order of the contract, their names compared as
// bytes; where the text departs from it, a loop reads the rest in any order.

import type { ObjectSchema, Schema } from "@specwright/contract";
import {
  isAnything,
  isInherited,
  isNothing,
  type Printable,
  propertyKey,
  stringLiteral,
} from "@specwright/emit-kit";
import { localNames, pascal } from "./local-name.ts";
import { isPlainText, longestMatch, longestName, printMatch } from "./match.ts";
import { expressionReader, functionReader, type Reader, type ReadPrinter } from "./reader.ts";
import { hasOnly } from "./scalar-reader.ts";
import { differInSign } from "./sign.ts";

interface Member {
  readonly name: string;
  readonly local: string;
  readonly reader: Reader;
  readonly isRequired: boolean;
}

/** Makes the reader of an object schema; `type` is its own where it is declared. */
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
  const names = print.name(`${name.charAt(0).toLowerCase()}${name.slice(1)}Members`);
  const valueType = type ?? inlineType(members);
  print.print(
    `const ${names}: MemberNames = memberNames(${members.map((each) => stringLiteral(each.name)).join(", ")});`,
  );
  const open = isNothing(additionalProperties) ? undefined : others;
  print.print(
    ...printObjectReader({
      reader,
      names,
      members,
      type: valueType,
      others: open,
      sign: signCheck(schema, members),
    }),
  );
  return functionReader(reader, valueType);
}

/** Makes the reader of what the contract does not name; closed objects have none to read. */
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

/** Is an object reader in the making. */
interface ObjectParts {
  readonly reader: string;
  readonly names: string;
  readonly members: readonly Member[];
  readonly type: Printable;
  /** Reads the members that the contract does not name; absent where there may be none. */
  readonly others: Reader | undefined;
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

function printObjectReader(parts: ObjectParts): Printable[] {
  const { reader, members, type, others } = parts;
  const locals = members.map(({ local, reader: value }) => [
    `  let ${local}: `,
    value.type,
    " | undefined;\n",
  ]);
  return [
    `function ${reader}(): `,
    type,
    " {\n",
    ...locals,
    others === undefined ? "" : ["  let others: Record<string, ", others.type, "> | undefined;\n"],
    "  members: {\n    inOrder: {\n",
    ...printInOrder(members),
    "      break members;\n    }\n",
    ...printInAnyOrder(parts),
    "  }\n",
    ...printResult(parts),
    "}",
  ];
}

function printInOrder(members: readonly Member[]): Printable[] {
  const steps: Printable[] = [];
  /** Constants ahead: their text is compared together with the name that follows. */
  let ahead = "";
  let constants: Member[] = [];
  const expect = (text: string): void => {
    steps.push(
      `      // ${text}\n      if (${printMatch(text, "!==")}) break inOrder;\n      at += ${text.length};\n`,
      ...constants.map(
        ({ local, reader: { word = "" } }) => `      ${local} = ${stringLiteral(word)};\n`,
      ),
    );
    ahead = "";
    constants = [];
  };
  for (const [index, { name, local, reader, isRequired }] of members.entries()) {
    const key = `${index === 0 ? "{" : ","}"${name}":`;
    if (ahead.length + key.length > longestMatch - longestName) expect(ahead);
    if (isRequired && reader.word !== undefined) {
      ahead += `${key}"${reader.word}"`;
      constants.push(members[index] ?? { name, local, reader, isRequired });
    } else if (isRequired || index === 0) {
      expect(ahead + key);
      steps.push(`      ${local} = `, reader.call, ";\n");
    } else {
      if (ahead !== "") expect(ahead);
      steps.push(
        `      // ${key}\n      if (${printMatch(key, "===")}) {\n        at += ${key.length};\n        ${local} = `,
        reader.call,
        ";\n      }\n",
      );
    }
  }
  expect(`${ahead}}`);
  return steps;
}

function printInAnyOrder({ names, members, others }: ObjectParts): Printable[] {
  const cases = members.map(({ local, reader }, index) => [
    `        case ${index}:\n          ${local} = `,
    reader.call,
    ";\n          break;\n",
  ]);
  const required = members.filter((member) => member.isRequired);
  const missing = required.map(({ local }) => `${local} === undefined`).join(" || ");
  return [
    `    let member = ${members[0]?.local} === undefined ? firstMember(${names}) : nextMember(${names}, 0);\n`,
    "    while (member !== noMember) {\n      switch (member) {\n",
    ...cases,
    "        default:\n          ",
    others === undefined ? "giveUp()" : ["others = readOther(others, ", others.callback, ")"],
    ";\n      }\n",
    `      member = nextMember(${names}, member + 1);\n    }\n`,
    missing === "" ? "" : `    if (${missing}) return giveUp();\n`,
  ];
}

function printResult({ members, type, others, sign }: ObjectParts): Printable[] {
  const fields = members
    .filter((member) => member.isRequired)
    .map(({ name, local }) => (name === local ? name : `${propertyKey(name)}: ${local}`));
  const optional = members.filter((member) => !member.isRequired);
  return [
    sign === undefined ? "" : `  if (${sign}) giveUp();\n`,
    "  const value: ",
    type,
    ` = ${fields.length === 0 ? "{}" : `{ ${fields.join(", ")} }`};\n`,
    ...optional.map(
      ({ name, local }) => `  if (${local} !== undefined) value${access(name)} = ${local};\n`,
    ),
    others === undefined
      ? "  return value;\n"
      : "  return others === undefined ? value : withOthers(value, others);\n",
  ];
}

function access(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? `.${name}` : `[${stringLiteral(name)}]`;
}
