// Functions that write objects. They first write the members that the contract names, in its order, then
// all other members.

import {
  dereference,
  integerKind,
  isAnything,
  isNothing,
  type ObjectSchema,
  possibleTypes,
  type Schema,
} from "@specwright/contract";
import { propertyAccess } from "../../../print/literal.ts";
import type { Printable } from "../../../print/printable.ts";
import { hasOnly } from "../../schema/has-only.ts";
import { pascalName } from "../local-name.ts";
import { isPlainText } from "../match.ts";
import { differInSign } from "../read/sign.ts";
import {
  callStep,
  type Scope,
  type Step,
  textStep,
  type WritePrinter,
  type Writer,
} from "./writer.ts";

interface Member {
  readonly name: string;
  readonly writer: Writer;
}

/** Creates the writer of an object schema. */
export function objectWriter(
  print: WritePrinter,
  schema: ObjectSchema,
  name: string,
): Writer | undefined {
  const known = ["types", "properties", "required", "additionalProperties", "sameSign"] as const;
  if (!hasOnly(schema, known)) return undefined;
  const { properties = new Map<string, Schema>(), required = [], additionalProperties } = schema;
  if (required.some((each) => !properties.has(each))) return undefined;
  if (properties.size === 0) return mapWriter(print, additionalProperties, name);
  const isClosed = isNothing(additionalProperties);
  if (!isClosed && !isAnything(additionalProperties)) return undefined;
  const members: Member[] = [];
  for (const [key, property] of properties) {
    // If a member has the name of an inherited property, `value.name` is never undefined.
    if (!isPlainText(key) || key in {}) return undefined;
    // TypeScript would narrow an object to `never` if it had this member.
    if (possibleTypes(property).size === 0) return undefined;
    const writer = print.writer(property, `${name}${pascalName(key)}`);
    if (writer === undefined) return undefined;
    members.push({ name: key, writer });
  }
  const isRequired = ({ name: key }: Member): boolean => required.includes(key);
  const shape: Shape = {
    name,
    names: [...properties.keys()],
    required: members.filter(isRequired),
    optional: members.filter((member) => !isRequired(member)),
    isClosed,
  };
  return (subject, scope) =>
    shape.required.length === 0
      ? writeWithoutStart(print, subject, scope, shape)
      : [
          ...signSteps(print, subject, schema),
          ...shape.required.flatMap((member, index) => [
            textStep(`${index === 0 ? "{" : ","}${JSON.stringify(member.name)}:`),
            ...member.writer(subject + propertyAccess(member.name), scope),
          ]),
          ...optionalSteps(print, subject, scope, shape),
          textStep("}"),
        ];
}

function signSteps(
  print: WritePrinter,
  subject: string,
  { sameSign = [], properties }: ObjectSchema,
): readonly Step[] {
  const [left, right] = sameSign.map((name) => {
    const property = properties?.get(name);
    const schema = property === undefined ? undefined : dereference(property);
    const isBigint =
      schema?.kind === "schema" && integerKind(schema, print.printer.int64) === "bigint";
    return { subject: subject + propertyAccess(name), isBigint };
  });
  if (left === undefined || right === undefined) return [];
  return [{ kind: "check", statement: `if (${differInSign(left, right)}) giveUp();` }];
}

interface Shape {
  /** The prefix for the names of the functions and constants that the writer declares. */
  readonly name: string;
  /** The names of all members, in the order of the contract. */
  readonly names: readonly string[];
  readonly required: readonly Member[];
  readonly optional: readonly Member[];
  readonly isClosed: boolean;
}

/**
 * Prints steps for an object in which any member can be the first. Each member starts with a comma, and the
 * opening brace overwrites the first comma.
 */
function writeWithoutStart(
  print: WritePrinter,
  subject: string,
  scope: Scope,
  shape: Shape,
): readonly Step[] {
  const start = scope.name("start");
  return [
    // Moves the offset to the end of the text so far.
    { kind: "value", print: (to) => to },
    { kind: "check", statement: `const ${start} = to;` },
    ...optionalSteps(print, subject, scope, shape),
    { kind: "value", print: (to) => `closeMembers(${start}, ${to})` },
  ];
}

function optionalSteps(
  print: WritePrinter,
  subject: string,
  scope: Scope,
  shape: Shape,
): readonly Step[] {
  const { required, optional } = shape;
  const steps: Step[] = [];
  let count = `${required.length}`;
  if (optional.length > 0) {
    const counter = scope.name("count");
    steps.push({ kind: "check", statement: `let ${counter} = ${count};` });
    count = counter;
  }
  for (const { name, writer } of optional) {
    const member = subject + propertyAccess(name);
    steps.push({
      kind: "branches",
      branches: [
        {
          open: `if (${member} !== undefined)`,
          steps: [
            { kind: "check", statement: `${count} += 1;` },
            textStep(`,${JSON.stringify(name)}:`),
            ...writer(member, scope),
          ],
        },
      ],
    });
  }
  return [...steps, othersStep(print, subject, count, shape)];
}

function othersStep(print: WritePrinter, subject: string, count: string, shape: Shape): Step {
  const open = `if (memberCount(${subject}) !== ${count})`;
  if (shape.isClosed) return { kind: "check", statement: `${open} giveUp();` };
  const names = print.constants.memberNames(shape.name, shape.names);
  return {
    kind: "statement",
    print: (to) => `${open} to = writeOthers(${subject}, ${to}, ${names});`,
  };
}

/** Creates the writer of an object that has no named members. */
function mapWriter(
  print: WritePrinter,
  schema: Schema | undefined,
  name: string,
): Writer | undefined {
  if (schema === undefined || isAnything(schema)) return (subject) => mapSteps(subject, "writeAny");
  if (isNothing(schema)) return undefined;
  const item = print.writer(schema, `${name}Value`);
  const [only, ...others] = item?.("item", { name: print.name }) ?? [];
  // A writer with several steps would need its own function, and the type of the items would need a name.
  if (only?.kind !== "value" || others.length > 0) return undefined;
  return (subject) => mapSteps(subject, ["(item, to) => ", only.print("to")]);
}

function mapSteps(subject: string, writeItem: Printable): readonly Step[] {
  return [callStep("writeMap", subject, writeItem)];
}
