// Shares unnamed objects that occur several times inside types, such as the sender of every event. Each
// shared object becomes an alias, which the compiler treats like the object itself.

import { pascalCase } from "@specwright/contract";
import { block, code, type Printable } from "../print/printable.ts";
import { type Member, printMembers, type TypeExpression, typeName } from "./type-expression.ts";
import type { DeclaredType } from "./type-reader.ts";

/** The objects that occur several times in the types of a file. */
export interface SharedObjects {
  /** Counts the objects inside a type. Call it for all types before `share`. */
  count(type: DeclaredType): void;
  /** Returns the type, with aliases in place of the repeated objects. */
  share(type: DeclaredType): DeclaredType;
  /** Prints the aliases of the shared objects. They are not exported. */
  statements(): Printable[];
}

type ObjectType = TypeExpression & { readonly kind: "object" };

/** A group of objects that are printed identically, including their doc comments. */
interface Shape {
  readonly id: number;
  readonly type: ObjectType;
  /** The number of uses. Uses inside a repeated shape count once for that shape. */
  uses: number;
  /** The names of the members whose type is this shape. */
  readonly words: Set<string>;
  name?: string | undefined;
}

interface Use {
  readonly shape: Shape;
  readonly word: string;
}

/** Creates the shared objects of a file. `taken` contains the names that are already in use. */
export function createSharedObjects(taken: Set<string>): SharedObjects {
  const shapes = new Map<string, Shape>();
  const shapeOf = new Map<TypeExpression, Shape>();
  const named: Shape[] = [];

  const keyOf = (type: TypeExpression, word: string, found: Use[]): string => {
    const all = (types: readonly TypeExpression[], separator: string): string =>
      types.map((each) => keyOf(each, word, found)).join(separator);
    switch (type.kind) {
      case "name":
        return type.text;
      case "union":
        return `(${all(type.members, "|")})`;
      case "intersection":
        return `(${all(type.members, "&")})`;
      case "array":
        return `${keyOf(type.item, `${word} item`, found)}[]`;
      case "generic":
        return `${type.name}<${all(type.arguments, ",")}>`;
      case "tuple": {
        const items = type.items.map((item) => [item.optional, keyOf(item.type, "", found)]);
        return JSON.stringify([items, type.rest && keyOf(type.rest, "", found)]);
      }
      case "object": {
        const shape = readShape(type);
        found.push({ shape, word });
        return `#${shape.id}`;
      }
      default:
        return type satisfies never;
    }
  };
  const memberKey = ({ key, optional, type, doc }: Member, found: Use[]): unknown => [
    key,
    optional,
    doc,
    keyOf(type, key ?? "", found),
  ];
  function readShape(type: ObjectType): Shape {
    const found: Use[] = [];
    const members = type.members.map((member) => memberKey(member, found));
    const key = JSON.stringify([type.title, members]);
    let shape = shapes.get(key);
    if (shape === undefined) {
      shape = { id: shapes.size, type, uses: 0, words: new Set() };
      shapes.set(key, shape);
      found.forEach(addUse);
    }
    shapeOf.set(type, shape);
    return shape;
  }

  function nameOf(type: ObjectType): string | undefined {
    const shape = shapeOf.get(type);
    if (shape === undefined || shape.uses < 2 || type.members.length < minMembers) return undefined;
    if (shape.name !== undefined) return shape.name;
    const word = readableWord(shape);
    if (word === undefined) return undefined;
    let name = word;
    for (let count = 1; taken.has(name); count++) name = `${word}_${count === 1 ? "" : count}`;
    taken.add(name);
    shape.name = name;
    named.push(shape);
    return name;
  }
  const shareMembers = (members: readonly Member[]): Member[] =>
    members.map((member) => ({ ...member, type: shareType(member.type) }));
  function shareType(type: TypeExpression): TypeExpression {
    switch (type.kind) {
      case "name":
        return type;
      case "union":
      case "intersection":
        return { ...type, members: type.members.map(shareType) };
      case "array":
        return { ...type, item: shareType(type.item) };
      case "generic":
        return { ...type, arguments: type.arguments.map(shareType) };
      case "tuple": {
        const items = type.items.map((item) => ({ ...item, type: shareType(item.type) }));
        return { ...type, items, ...(type.rest && { rest: shareType(type.rest) }) };
      }
      case "object": {
        const name = nameOf(type);
        return name === undefined ? shareInside(type) : typeName(name);
      }
      default:
        return type satisfies never;
    }
  }
  const shareInside = (type: ObjectType): ObjectType => ({
    ...type,
    members: shareMembers(type.members),
  });

  return {
    count: (type) => {
      if (type.parameters !== undefined) return;
      const found: Use[] = [];
      const members = typeMembers(type);
      if (members !== undefined) for (const member of members) memberKey(member, found);
      else if (type.kind === "alias") keyOf(type.type, "", found);
      found.forEach(addUse);
    },
    share: (type) => {
      // An alias outside of a generic type could not refer to the type's parameters.
      if (type.parameters !== undefined) return type;
      if (type.kind === "interface") return { ...type, members: shareMembers(type.members) };
      const isObject = type.type.kind === "object";
      return { ...type, type: isObject ? shareInside(type.type) : shareType(type.type) };
    },
    statements: () => {
      const statements: Printable[] = [];
      // The loop also visits the items that it adds to the list: a shared object can contain other shared
      // objects.
      for (const { name, type } of named) {
        const members = printMembers(shareMembers(type.members));
        statements.push(code`type ${name ?? ""} = ${block("{", members, "}")};`);
      }
      return statements;
    },
  };
}

/** The minimum number of members of a shared object. Smaller objects are more readable inline. */
const minMembers = 4;

function addUse({ shape, word }: Use): void {
  shape.uses += 1;
  shape.words.add(word);
}

function typeMembers(type: DeclaredType): readonly Member[] | undefined {
  if (type.kind === "interface") return type.members;
  return type.type.kind === "object" ? type.type.members : undefined;
}

/**
 * Returns the title of an object, if the title is short. Otherwise returns the member name, if all members
 * with this shape have the same name.
 */
function readableWord({ type: { title = "" }, words }: Shape): string | undefined {
  if (/^\w+(?: \w+){0,2}$/.test(title)) return pascalCase(title);
  const [word = "", another] = words;
  return another === undefined && /^["\w]/.test(word) ? pascalCase(word) : undefined;
}
