// Prints the form of a schema. A form converts values between their type in JSON and a different type. It
// is composed of forms from the runtime.

import {
  type Declaration,
  type ObjectSchema,
  type Schema,
  type UnionTag,
  unionTag,
  valueForms,
} from "@specwright/contract";
import { propertyKey, regularExpression, stringLiteral } from "../../print/literal.ts";
import { runtimeModule } from "../../print/modules.ts";
import { list, type Printable } from "../../print/printable.ts";
import { printRule } from "../../rules/print-rule.ts";
import { repeatingDeclarations } from "../../rules/reach.ts";
import { isEndless, isEndlessUnion, ruleScope } from "../../rules/rule-scope.ts";
import { checkSchema } from "../check/check-schema.ts";
import {
  askingChecker,
  type Checker,
  constantName,
  memberPlace,
  type Place,
  placeInside,
  placeName,
  placePart,
} from "../check/place.ts";
import { formName } from "./form-name.ts";
import { printDefaults } from "./print-defaults.ts";

/** Prints forms into one file. */
export interface FormPrinter {
  readonly checker: Checker;
  /** Reports whether the values of a schema have a different type than in JSON. */
  isFormed(schema: Schema): boolean;
  /** Reports whether a schema has numbers whose digits must all be kept. */
  isExact(schema: Schema): boolean;
  /** Reports whether reading adds members to the values of a schema. */
  isFilled(schema: Schema): boolean;
}

/**
 * Prints the constant for the form of a declaration. Prints nothing if the runtime already has the same
 * form.
 */
export function printFormDeclaration(
  print: FormPrinter,
  declaration: Declaration,
): readonly Printable[] {
  const { printer } = print.checker;
  if (leafForm(print, declaration.schema) !== undefined) return [];
  const place: Place = {
    subject: "value",
    name: { word: printer.names.type(declaration) },
    declaration,
    inPlace: true,
  };
  const body =
    declaration.schema.kind === "boolean" ? undefined : bodyForm(print, declaration.schema, place);
  // Forms omit recursive parts. If nothing else remains, the form changes nothing.
  const made = body ?? printer.runtime("sameForm");
  const isRepeating = repeatingDeclarations(printer.contract).has(declaration);
  const make = printer.runtime(isRepeating ? "rememberedForm" : "deferredForm");
  const type = printer.file.importType("Form", runtimeModule);
  const name = formName(print.checker.printer, declaration);
  return [[`const ${name}: `, type, " = /* @__PURE__ */ ", make, "(() => ", made, ");"]];
}

/** Prints a reference to the form of a declaration: its name. */
export function formReference(print: FormPrinter, declaration: Declaration): Printable {
  const leaf = leafForm(print, declaration.schema);
  return leaf ?? formName(print.checker.printer, declaration);
}

/** Returns the runtime's constant for the form of a schema, if the runtime has one. */
function leafForm({ checker }: FormPrinter, schema: Schema): Printable | undefined {
  if (schema.kind === "boolean") return undefined;
  const { ref, dynamicRef, allOf, anyOf, oneOf, if: when, dependentSchemas } = schema;
  const [form, another] = valueForms(schema, checker.printer.valueTypes);
  const combined = ref ?? dynamicRef ?? allOf ?? anyOf ?? oneOf ?? when ?? dependentSchemas;
  const isOther = schema.types?.some((type) => type === "object" || type === "array");
  return form === undefined || another !== undefined || combined !== undefined || isOther
    ? undefined
    : checker.printer.runtime(form.name);
}

/**
 * Prints the form of a schema, or its name if it has one. Returns undefined if the values of the schema
 * keep their JSON type.
 */
function schemaForm(print: FormPrinter, schema: Schema, place: Place): Printable | undefined {
  if (schema.kind === "boolean" || !print.isFormed(schema)) return undefined;
  const declaration = print.checker.printer.contract.declarationOf(schema);
  if (declaration === undefined) return bodyForm(print, schema, place);
  if (isEndless(print.checker.printer.contract, schema, place)) return undefined;
  return formReference(print, declaration);
}

function bodyForm(print: FormPrinter, schema: ObjectSchema, place: Place): Printable | undefined {
  const { printer } = print.checker;
  const { ref, dynamicRef, allOf = [], anyOf, oneOf, dependentSchemas } = schema;
  const own = valueForms(schema, printer.valueTypes);
  const parts: (Printable | undefined)[] = [
    ...own.map((form) => printer.runtime(form.name)),
    itemsForm(print, schema, place),
    membersForm(print, schema, place),
    ref && schemaForm(print, ref.target, place),
    dynamicRef && schemaForm(print, dynamicRef.target, place),
    ...allOf.map((part, index) => schemaForm(print, part, placePart(place, `part ${index + 1}`))),
    anyOf && unionForm(print, schema, anyOf, place),
    oneOf && unionForm(print, schema, oneOf, place),
    conditionForm(print, schema, place),
  ];
  for (const [name, part] of dependentSchemas ?? []) {
    const form = schemaForm(print, part, placePart(place, name));
    if (form === undefined) continue;
    const { subject } = memberPlace({ ...place, subject: "value" }, name);
    const isPresent = [
      "(value) => ",
      printer.runtime("isObject"),
      `(value) && ${subject} !== undefined`,
    ];
    parts.push([printer.runtime("whenForm"), list("(", [isPresent, form], ")")]);
  }
  parts.push(...unevaluatedForms(print, schema, place));
  // If several schemas apply the same form to a value, the value is converted once.
  const forms = [...new Set(parts)].filter((part) => part !== undefined);
  const [only] = forms;
  if (only === undefined || forms.length === 1) return only;
  return [printer.runtime("allForms"), list("(", forms, ")")];
}

function itemsForm(
  print: FormPrinter,
  { items, prefixItems = [] }: ObjectSchema,
  place: Place,
): Printable | undefined {
  const formOf = (schema: Schema, word: string): Printable | undefined =>
    schemaForm(print, schema, placeInside(place, "value", word));
  const item = items && formOf(items, "item");
  const prefix = prefixItems.map((each, index) => formOf(each, `item ${index}`) ?? "undefined");
  if (item === undefined && prefix.every((each) => each === "undefined")) return undefined;
  const others = prefix.length === 0 ? [] : [list("[", prefix, "]")];
  const name = print.checker.printer.runtime("itemsForm");
  return [name, list("(", [item ?? "undefined", ...others], ")")];
}

function membersForm(
  print: FormPrinter,
  schema: ObjectSchema,
  place: Place,
): Printable | undefined {
  const { properties = new Map(), patternProperties = new Map(), additionalProperties } = schema;
  const formOf = (schema: Schema, word: string): Printable | undefined =>
    schemaForm(print, schema, placeInside(place, "value", word));
  const except: string[] = [];
  const members = [...properties].flatMap(([name, schema]): Printable[] => {
    const form = formOf(schema, name);
    if (form === undefined) except.push(name);
    return form === undefined ? [] : [[propertyKey(name), ": ", form]];
  });
  // `additionalProperties` does not apply to members that match a pattern, even if the pattern's schema has
  // no form.
  const patterns = [...patternProperties].flatMap(([pattern, schema]): Printable[] => {
    const expression = regularExpression(pattern);
    const form = formOf(schema, "member") ?? print.checker.printer.runtime("sameForm");
    return expression === undefined ? [] : [list("[", [expression, form], "]")];
  });
  const isPatternFormed = [...patternProperties.values()].some((each) => print.isFormed(each));
  const additional = additionalProperties && formOf(additionalProperties, "member");
  const presets = printDefaults(print.checker.printer, schema);
  const isEmpty = members.length === 0 && !isPatternFormed && additional === undefined;
  if (isEmpty && presets === undefined) return undefined;
  const others: Printable[] = [];
  if (presets !== undefined) others.push(["defaults: ", presets]);
  if (patterns.length > 0 && (isPatternFormed || additional !== undefined))
    others.push(["patterns: ", list("[", patterns, "]")]);
  if (additional !== undefined) {
    others.push(["additional: ", additional]);
    if (except.length > 0) others.push(["except: ", list("[", except.map(stringLiteral), "]")]);
  }
  const shape = members.length === 0 ? "{}" : list("{", members, "}", { padding: true });
  const args = others.length === 0 ? [shape] : [shape, list("{", others, "}", { padding: true })];
  const name = print.checker.printer.runtime("membersForm");
  return args.length === 1 ? [name, "(", shape, ")"] : [name, list("(", args, ")")];
}

function unionForm(
  print: FormPrinter,
  schema: ObjectSchema,
  branches: readonly Schema[],
  outer: Place,
): Printable | undefined {
  const { checker } = print;
  const { printer } = checker;
  if (!branches.some((branch) => print.isFormed(branch))) return undefined;
  if (isEndlessUnion(printer.contract, branches, outer)) return undefined;
  const place = { ...outer, isBranch: true };
  const tag = unionTag(branches, schema.discriminator);
  if (tag !== undefined) return taggedForm(print, tag, place);
  // The first matching branch is used, so a branch without a form must be in the list too.
  const isFilled = branches.some((branch) => print.isFilled(branch));
  const same = isFilled ? printer.runtime("sameForm") : undefined;
  const choices = branches.flatMap((branch, index) => {
    const at = placePart(place, `choice ${index + 1}`);
    const form = schemaForm(print, branch, at) ?? same;
    if (form === undefined) return [];
    const is = checker.predicate(placeName(at), (subject) =>
      checkSchema(checker, branch, { ...at, subject }),
    );
    return [list("[", [is, form], "]")];
  });
  const name = printer.runtime(isFilled ? "filledUnionForm" : "unionForm");
  return [name, list("(", choices, ")")];
}

function taggedForm(print: FormPrinter, tag: UnionTag, place: Place): Printable | undefined {
  const entries = [...tag.branches].flatMap(([value, branch], index): Printable[] => {
    const form = schemaForm(print, branch, placePart(place, `choice ${index + 1}`));
    return form === undefined ? [] : [[propertyKey(String(value)), ": ", form]];
  });
  if (entries.length === 0) return undefined;
  const forms = list("{", entries, "}", { padding: true });
  const name = print.checker.printer.runtime("taggedForm");
  return [name, "(", stringLiteral(tag.property), ", ", forms, ")"];
}

function conditionForm(
  print: FormPrinter,
  { if: when, then, else: otherwise }: ObjectSchema,
  place: Place,
): Printable | undefined {
  const formOf = (schema: Schema | undefined, word: string): Printable | undefined =>
    schema && schemaForm(print, schema, placePart(place, word));
  const yes = formOf(then, "then");
  const no = formOf(otherwise, "otherwise");
  if (when === undefined || (yes ?? no) === undefined) return undefined;
  const at = placePart(place, "condition");
  const { checker } = print;
  const by = askingChecker(checker);
  const is = checker.predicate(placeName(at), (subject) =>
    checkSchema(by, when, { ...at, subject }),
  );
  const forms = no === undefined ? [yes ?? "undefined"] : [yes ?? "undefined", no];
  return [checker.printer.runtime("whenForm"), list("(", [is, ...forms], ")")];
}

/** Prints the forms that `unevaluatedProperties` and `unevaluatedItems` apply. */
function unevaluatedForms(
  print: FormPrinter,
  { unevaluatedProperties, unevaluatedItems, ...others }: ObjectSchema,
  place: Place,
): readonly Printable[] {
  const { checker } = print;
  return [unevaluatedProperties, unevaluatedItems].flatMap((part): Printable[] => {
    const form = part && schemaForm(print, part, placeInside(place, "value", "unevaluated"));
    if (form === undefined) return [];
    const { declaration, inPlace } = place;
    const scope = { ...ruleScope(declaration), inPlace };
    const looks = printRule(checker.printer, others, scope);
    const rule = checker.rule(constantName(place, "looks"), looks);
    return [[checker.printer.runtime("unevaluatedForm"), list("(", [rule, form], ")")]];
  });
}
