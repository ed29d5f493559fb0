// Splits schemas that differ between requests and responses into two.

import type { Contract } from "../model/contract.ts";
import type { Declaration, ObjectSchema, Schema } from "../model/schema.ts";
import type { SchemaDraft } from "../reading/schema-graph.ts";
import { copyParts } from "../schema/schema-sets.ts";
import { type DirectionOptions, type Directions, findDirections } from "./find-directions.ts";
import {
  type Direction,
  type Replacement,
  replaceInInstance,
  replaceInOperation,
} from "./operation-schemas.ts";

/**
 * Returns the contract with separate schemas for each direction of OpenAPI operations. A request omits
 * `readOnly` members, and a response omits `writeOnly` members. A declaration is split in two if both
 * directions use it and its type differs between them: the response keeps the name, and the request gets
 * the name `X input`. If nothing depends on the direction, the contract is returned unchanged. If readers
 * apply defaults, a `readOnly` or `writeOnly` property with a default makes a difference too: a reader adds
 * the default only in the direction in which the property is sent.
 */
export function splitDirections(
  contract: Contract,
  options: DirectionOptions = { appliesDefaults: false },
): Contract {
  if (contract.format !== "openapi") return contract;
  const directions = findDirections(contract, options);
  if (directions === undefined) return contract;
  const splitting = createSplitting(contract, directions);
  const declarations = splitDeclarations(contract, directions, splitting);
  const by: Replacement = {
    schema: (schema, direction) => referencedCopy(splitting, schema, direction),
    declaration: (declaration, direction) =>
      declarations.bySchema.get(referencedCopy(splitting, declaration.schema, direction)) ??
      declaration,
  };
  return {
    ...contract,
    declarations: declarations.all,
    operations: contract.operations.map((operation) => replaceInOperation(operation, by)),
    webhooks: contract.webhooks.map((webhook) => replaceInOperation(webhook, by, "response")),
    declarationOf: (schema) => declarations.bySchema.get(schema) ?? contract.declarationOf(schema),
    instanceOf: (schema) => {
      const written = splitting.written.get(schema) ?? schema;
      const from = copyForm(splitting, written, schema);
      return replaceInInstance(contract.instanceOf(written), (part) =>
        referencedCopy(splitting, part, from),
      );
    },
  };
}

/** The form of a schema: for one direction, or as in the document if neither direction uses it. */
type Form = Direction | "written";

interface Splitting {
  readonly contract: Contract;
  readonly directions: Directions;
  readonly forms: Readonly<Record<Form, Map<Schema, Schema>>>;
  /** The original of each copy. */
  readonly written: Map<Schema, Schema>;
}

function createSplitting(contract: Contract, directions: Directions): Splitting {
  const forms = { request: new Map(), response: new Map(), written: new Map() };
  return { contract, directions, forms, written: new Map() };
}

interface SplitDeclarations {
  readonly all: readonly Declaration[];
  readonly bySchema: ReadonlyMap<Schema, Declaration>;
}

function splitDeclarations(
  contract: Contract,
  { differing, reached }: Directions,
  splitting: Splitting,
): SplitDeclarations {
  const taken = new Set(contract.declarations.map(({ name }) => name));
  const inputs = new Map<number, Declaration[]>();
  const primaries = contract.declarations.map((declaration): Declaration => {
    const { schema, name } = declaration;
    // The number of components doubles: each input follows its original.
    const component = declaration.component * 2;
    if (!differing.has(schema)) return { ...declaration, component };
    if (reached.request.has(schema) && reached.response.has(schema)) {
      const input: Declaration = {
        ...declaration,
        name: freeName(taken, `${name} input`),
        origin: "body",
        schema: copyInForm(splitting, schema, "request"),
        component: component + 1,
      };
      inputs.set(component, [...(inputs.get(component) ?? []), input]);
    }
    return {
      ...declaration,
      component,
      schema: copyInForm(splitting, schema, mainForm(splitting, schema)),
    };
  });
  const all = primaries.flatMap((declaration, index) => {
    const { component } = declaration;
    const isLast = primaries[index + 1]?.component !== component;
    return isLast ? [declaration, ...(inputs.get(component) ?? [])] : [declaration];
  });
  return { all, bySchema: new Map(all.map((declaration) => [declaration.schema, declaration])) };
}

function freeName(taken: Set<string>, wanted: string): string {
  let name = wanted;
  for (let count = 2; taken.has(name); count += 1) name = `${wanted} ${count}`;
  taken.add(name);
  return name;
}

/**
 * Returns the direction whose copy keeps the name of a declaration; `written` if neither direction uses the
 * schema.
 */
function mainForm({ directions: { reached } }: Splitting, schema: Schema): Form {
  if (reached.response.has(schema)) return "response";
  return reached.request.has(schema) ? "request" : "written";
}

/** Returns the direction of a copy; `written` for a copy that belongs to neither direction. */
function copyForm({ forms }: Splitting, written: Schema, copy: Schema): Form {
  return (
    (["request", "response"] as const).find((each) => forms[each].get(written) === copy) ??
    "written"
  );
}

/** Returns the form of a schema for a reference from a schema in the form `from`. */
function referencedCopy(splitting: Splitting, schema: Schema, from: Form): Schema {
  const isNamed = splitting.contract.declarationOf(schema) !== undefined;
  const isWritten = from === "written" && isNamed;
  return copyInForm(splitting, schema, isWritten ? mainForm(splitting, schema) : from);
}

function copyInForm(splitting: Splitting, schema: Schema, wanted: Form): Schema {
  if (schema.kind === "boolean" || !splitting.directions.differing.has(schema)) return schema;
  const forms = splitting.forms[wanted];
  const known = forms.get(schema);
  if (known !== undefined) return known;
  const copy: SchemaDraft = { ...schema };
  // The copy is registered before it is complete, because schemas can refer to each other in circles.
  forms.set(schema, copy);
  splitting.written.set(copy, schema);
  copyParts(copy, (part) => referencedCopy(splitting, part, wanted));
  if (wanted !== "written") omitMembers(splitting, schema, copy, wanted);
  return copy;
}

function omitMembers(
  { directions }: Splitting,
  schema: ObjectSchema,
  copy: SchemaDraft,
  direction: Direction,
): void {
  const omission = directions.omission(schema, direction);
  if (omission === undefined) return;
  const required = (copy.required ?? []).filter((name) => !omission.optional.has(name));
  if (required.length > 0) copy.required = required;
  else delete copy.required;
  if (copy.dependentRequired !== undefined) {
    const left = [...copy.dependentRequired].flatMap(([name, needed]) => {
      const sent = needed.filter((each) => !omission.optional.has(each));
      return sent.length > 0 ? [[name, sent] as const] : [];
    });
    if (left.length > 0) copy.dependentRequired = new Map(left);
    else delete copy.dependentRequired;
  }
  const properties = [...(copy.properties ?? [])].filter(([name]) => !omission.dropped.has(name));
  if (copy.properties !== undefined) copy.properties = new Map(properties);
  if (omission.unfilled.size > 0) copy.leftOut = omission.unfilled;
}
