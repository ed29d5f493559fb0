// Prints templates as generic types: a schema with `$dynamicRef`s is `interface Page<T>`, and a
// schema that binds them is `type IssuePage = Page<Issue>`. Every type is first read without
// parameters. An instance is written with arguments only if that gives the same type.

import {
  type Contract,
  type Declaration,
  pascalCase,
  type Schema,
  type SchemaInstance,
} from "@specwright/contract";
import {
  isName,
  isSameList,
  isSameType,
  mapNames,
  type TypeExpression,
  type TypeName,
  typeName,
  unknownType,
} from "./type-expression.ts";
import type { DeclaredType, TypeReader } from "./type-reader.ts";

/**
 * Returns the name of the type parameter for a dynamic anchor; no other type of the file has this
 * name.
 */
export type ParameterNames = (anchor: string) => string;

/** Creates the names of type parameters, and adds them to the names of the file. */
export function createParameterNames(taken: Set<string>): ParameterNames {
  const names = new Map<string, string>();
  return (anchor) => {
    const known = names.get(anchor);
    if (known !== undefined) return known;
    let name = pascalCase(anchor);
    while (taken.has(name)) name += "_";
    taken.add(name);
    names.set(anchor, name);
    return name;
  };
}

/** A schema with type parameters. */
interface Template {
  readonly declaration: Declaration;
  /** The default schemas of its anchors. */
  readonly presets: SchemaInstance;
  /** The anchors that are parameters, in their order. */
  readonly anchors: readonly string[];
}

interface Generics {
  readonly contract: Contract;
  readonly reader: TypeReader;
  readonly templates: ReadonlyMap<Schema, Template>;
  readonly nameOf: ParameterNames;
}

/** Returns the functions that read the types of declarations as they are printed. */
export function createGenericTypes(
  contract: Contract,
  reader: TypeReader,
  nameOf: ParameterNames,
): TypeReader["declared"] {
  const generics = { contract, reader, templates: findTemplates(contract, reader), nameOf };
  const instances = findInstances(generics);
  return (declaration) => {
    const instance = contract.instanceOf(declaration.schema);
    const template = instance && generics.templates.get(instance.template);
    if (template?.declaration === declaration) return templateType(generics, template);
    if (template === undefined || instance === undefined || !instances.has(declaration))
      return reader.declared(declaration);
    const given = argumentTypes(generics, template, instance);
    const name = reader.name(template.declaration);
    return { kind: "alias", type: { kind: "generic", name, arguments: given } };
  };
}

/** Finds the declarations that have instances, with the anchors that their types depend on. */
function findTemplates(contract: Contract, reader: TypeReader): ReadonlyMap<Schema, Template> {
  const used = new Set<Schema>();
  for (const { schema } of contract.declarations) {
    const template = contract.instanceOf(schema)?.template;
    if (template !== undefined && template !== schema) used.add(template);
  }
  const templates = new Map<Schema, Template>();
  const possible = contract.declarations.flatMap((declaration) => {
    const presets = contract.instanceOf(declaration.schema);
    if (presets === undefined || !used.has(declaration.schema)) return [];
    // A schema that refers to itself, such as a tree, is meant to be extended instead of filled in.
    const anchors = [...presets.arguments].flatMap(([anchor, preset]) => {
      const component = contract.declarationOf(preset)?.component;
      return component === undefined || component === declaration.component ? [] : [anchor];
    });
    const names = namesIn(reader.declared(declaration));
    return [{ template: { declaration, presets, anchors }, names }];
  });
  // A template can depend on an anchor because another template that it refers to does.
  for (let isNew = true; isNew; ) {
    isNew = false;
    for (const { template, names } of possible) {
      const { schema } = template.declaration;
      const anchors = template.anchors.filter((anchor) =>
        names.some((name) => {
          const origin = reader.originOf(name);
          if (origin === undefined) return false;
          const instance = contract.instanceOf(origin.declaration.schema);
          const other = instance && templates.get(instance.template);
          return origin.anchor === anchor || other?.anchors.includes(anchor) === true;
        }),
      );
      if (anchors.length === (templates.get(schema)?.anchors.length ?? 0)) continue;
      templates.set(schema, { ...template, anchors });
      isNew = true;
    }
  }
  return templates;
}

function namesIn(type: DeclaredType): readonly TypeName[] {
  const names: TypeName[] = [];
  mapDeclared(type, (name) => {
    names.push(name);
    return name;
  });
  return names;
}

function mapDeclared(
  type: DeclaredType,
  replace: (name: TypeName) => TypeExpression,
): DeclaredType {
  const inside = (each: TypeExpression): TypeExpression => mapNames(each, replace);
  if (type.kind === "alias") return { ...type, type: inside(type.type) };
  return {
    ...type,
    parents: type.parents.map(inside),
    members: type.members.map((member) => ({ ...member, type: inside(member.type) })),
  };
}

/** Returns the type of a template, with its parameters instead of their defaults. */
function templateType(generics: Generics, template: Template): DeclaredType {
  const { contract, reader, nameOf } = generics;
  const parameters = template.anchors.map((anchor) => {
    const given = template.presets.arguments.get(anchor);
    const preset = given && contract.declarationOf(given);
    const type = preset && reader.declared(preset);
    const isUnknown = type?.kind === "alias" && isName(type.type, "unknown");
    return {
      name: nameOf(anchor),
      preset: preset === undefined || isUnknown ? unknownType : typeName(reader.name(preset)),
    };
  });
  const type = mapDeclared(reader.declared(template.declaration), (name) => {
    const anchor = reader.originOf(name)?.anchor;
    if (anchor !== undefined && template.anchors.includes(anchor)) return typeName(nameOf(anchor));
    const use = parameterUse(generics, template, name);
    if (use === undefined) return name;
    return {
      kind: "generic",
      name: reader.name(use.template.declaration),
      arguments: argumentTypes(generics, use.template, use.instance, template),
    };
  });
  return { ...type, parameters };
}

/** Returns the types of an instance's arguments; inside a template, its parameters. */
function argumentTypes(
  { contract, reader, nameOf }: Generics,
  { anchors }: Template,
  instance: SchemaInstance,
  within?: Template,
): readonly TypeExpression[] {
  return anchors.map((anchor) => {
    if (within?.anchors.includes(anchor) === true) return typeName(nameOf(anchor));
    const given = instance.arguments.get(anchor);
    const declaration = given && contract.declarationOf(given);
    return declaration === undefined ? unknownType : typeName(reader.name(declaration));
  });
}

interface Use {
  readonly template: Template;
  readonly instance: SchemaInstance;
  readonly declaration: Declaration;
}

/** Returns the replacement of a name that depends on a parameter of a template. */
function parameterUse(
  { contract, reader, templates }: Generics,
  { anchors }: Template,
  name: TypeName,
): Use | undefined {
  const declaration = reader.originOf(name)?.declaration;
  const instance = declaration && contract.instanceOf(declaration.schema);
  const template = instance && templates.get(instance.template);
  if (declaration === undefined || instance === undefined || template === undefined)
    return undefined;
  const isWithin = template.anchors.some((anchor) => anchors.includes(anchor));
  return isWithin ? { template, instance, declaration } : undefined;
}

/** Finds the instances whose types are equal to the types of their templates with arguments. */
function findInstances(generics: Generics): ReadonlySet<Declaration> {
  const { contract, templates } = generics;
  const found = new Set<Declaration>();
  for (const declaration of contract.declarations) {
    const instance = contract.instanceOf(declaration.schema);
    if (instance !== undefined && templates.has(instance.template)) found.add(declaration);
  }
  // An instance is written out if it refers to an instance that is written out.
  for (let size = -1; size !== found.size; ) {
    size = found.size;
    for (const declaration of found)
      if (!isFilledIn(generics, declaration, found)) found.delete(declaration);
  }
  return found;
}

function isFilledIn(
  generics: Generics,
  declaration: Declaration,
  instances: ReadonlySet<Declaration>,
): boolean {
  const { contract, reader, templates } = generics;
  const instance = contract.instanceOf(declaration.schema);
  const template = instance && templates.get(instance.template);
  if (instance === undefined || template === undefined) return false;
  const [general, special] = [reader.declared(template.declaration), reader.declared(declaration)];
  if (general.kind === "alias" && declaration.recursive) return false;
  const isSame = (one: TypeExpression, other: TypeExpression): boolean =>
    isSameType(one, other, (a, b) => {
      const [left, right] = [reader.originOf(a), reader.originOf(b)];
      if (left?.anchor !== undefined && template.anchors.includes(left.anchor)) {
        const given = instance.arguments.get(left.anchor);
        return right?.anchor === left.anchor && right.declaration.schema === given;
      }
      const [outer, inner] = [
        parameterUse(generics, template, a),
        parameterUse(generics, template, b),
      ];
      if (outer === undefined) return a.text === b.text;
      if (inner === undefined || inner.template !== outer.template) return false;
      return (
        instances.has(inner.declaration) &&
        outer.template.anchors.every((anchor) => {
          const from = template.anchors.includes(anchor) ? instance : outer.instance;
          return inner.instance.arguments.get(anchor) === from.arguments.get(anchor);
        })
      );
    });
  return isSameDeclared(general, special, isSame);
}

function isSameDeclared(
  a: DeclaredType,
  b: DeclaredType,
  isSame: (one: TypeExpression, other: TypeExpression) => boolean,
): boolean {
  if (a.kind === "alias" || b.kind === "alias")
    return a.kind === "alias" && b.kind === "alias" && isSame(a.type, b.type);
  const objects = [a, b].map(({ members }): TypeExpression => ({ kind: "object", members }));
  const [one, other] = objects;
  return (
    one !== undefined &&
    other !== undefined &&
    isSame(one, other) &&
    isSameList(a.parents, b.parents, isSame)
  );
}
