// Prints generic types. A schema with `$dynamicRef`s is a template, `interface Page<T>`. A schema that
// binds the references is an instance, `type IssuePage = Page<Issue>`. Every type is first read without
// type parameters. An instance is printed as `Page<Issue>` only if that is the same type.

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

/** Returns the name of the type parameter for a dynamic anchor. No type in the file has the same name. */
export type ParameterNames = (anchor: string) => string;

/** Creates the names of type parameters, and adds them to `taken`, the names that the file uses. */
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

/** A schema that is printed as a type with parameters. */
interface Template {
  readonly declaration: Declaration;
  /** The schemas that the anchors refer to by default. */
  readonly presets: SchemaInstance;
  /** The anchors that become type parameters, in this order. */
  readonly anchors: readonly string[];
}

interface Generics {
  readonly contract: Contract;
  readonly reader: TypeReader;
  readonly templates: ReadonlyMap<Schema, Template>;
  readonly nameOf: ParameterNames;
}

/** Returns the function that reads the type of a declaration in the form in which it is printed. */
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

/** Finds the declarations that have instances, and the anchors on which the type of each depends. */
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
    // A schema that refers to itself, such as a tree, is meant to be extended. Its anchor is not a type
    // parameter.
    const anchors = [...presets.arguments].flatMap(([anchor, preset]) => {
      const component = contract.declarationOf(preset)?.component;
      return component === undefined || component === declaration.component ? [] : [anchor];
    });
    const names = namesIn(reader.declared(declaration));
    return [{ template: { declaration, presets, anchors }, names }];
  });
  // A template also depends on the anchors of the templates to which it refers.
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

/**
 * Returns the type of a template. It has parameters where the type without parameters has the defaults.
 */
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

/**
 * Returns the types of the arguments of an instance. Inside a template, these can be the template's own
 * parameters.
 */
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

/** Returns the replacement for a name, if the named type depends on a parameter of the template. */
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

/** Finds the instances whose type is the same as the template's type with arguments. */
function findInstances(generics: Generics): ReadonlySet<Declaration> {
  const { contract, templates } = generics;
  const found = new Set<Declaration>();
  for (const declaration of contract.declarations) {
    const instance = contract.instanceOf(declaration.schema);
    if (instance !== undefined && templates.has(instance.template)) found.add(declaration);
  }
  // If an instance refers to an instance that is printed in full, it must be printed in full too.
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
