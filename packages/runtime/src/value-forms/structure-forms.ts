// The forms of arrays and objects, composed of the forms of their items and members. A value is
// copied only if a part of it changes.

import { isObject } from "../checks/predicates.ts";
import { nothingEvaluated, type Rule } from "../checks/rule.ts";
import { isFilling } from "./filling.ts";
import type { Form } from "./form.ts";

/** The forms of the members that the schema of an object does not name. */
export interface OtherMembers {
  readonly patterns?: readonly (readonly [pattern: RegExp, form: Form])[];
  readonly additional?: Form;
  /** Named members without a form. `additional` does not apply to them. */
  readonly except?: readonly string[];
  /** Functions that create the defaults, in JSON form, which a reader adds for absent members. */
  readonly defaults?: Readonly<Record<string, () => unknown>>;
}

/** The form of an object, from the forms of its members. */
export function membersForm(
  members: Readonly<Record<string, Form>>,
  { patterns = [], additional, except = [], defaults }: OtherMembers = {},
): Form {
  const names = Object.keys(members);
  const known = new Set([...names, ...except]);
  const hasOthers = patterns.length > 0 || additional !== undefined;

  function memberForms(key: string): readonly Form[] {
    const own = Object.hasOwn(members, key) ? [members[key]] : [];
    const matching = patterns.filter(([pattern]) => pattern.test(key)).map(([, form]) => form);
    const isOther = !known.has(key) && matching.length === 0;
    return [...own, ...matching, isOther ? additional : undefined].filter(
      (form) => form !== undefined,
    );
  }

  const form = overMembers((value) => (hasOthers ? Object.keys(value) : names), memberForms);
  return defaults === undefined ? form : filledForm(form, defaults, memberForms);
}

/** Adds defaults to the form of an object. */
function filledForm(
  form: Form,
  defaults: Readonly<Record<string, () => unknown>>,
  formsOf: (key: string) => readonly Form[],
): Form {
  const names = Object.keys(defaults);
  return {
    decode: (wire, value, source) => {
      const made = form.decode(wire, value, source);
      if (!isFilling() || !isObject(made)) return made;
      const absent = names.filter((name) => !Object.hasOwn(made, name) || made[name] === undefined);
      if (absent.length === 0) return made;
      const added = absent.map((name) => {
        const preset = defaults[name]?.();
        return [
          name,
          formsOf(name).reduce((member, each) => each.decode(preset, member), preset),
        ] as const;
      });
      // The members are built from entries, so that even `__proto__` is a member like any other.
      return { ...made, ...Object.fromEntries(added) };
    },
    encode: form.encode,
  };
}

/** The form of the members or items that no other keyword of their schema evaluates. */
export function unevaluatedForm(rule: Rule, form: Form): Form {
  const evaluatedIn = (wire: unknown): ReturnType<typeof nothingEvaluated> => {
    const evaluated = nothingEvaluated();
    rule({ value: wire, issues: [], evaluated, fast: true });
    return evaluated;
  };
  const members = (wire: unknown): Form => {
    const { properties } = evaluatedIn(wire);
    return overMembers(Object.keys, (key) => (properties.has(key) ? [] : [form]));
  };
  const items = (wire: unknown): Form => {
    const evaluated = evaluatedIn(wire).items;
    return formOverItems((index) => (evaluated.has(index) ? undefined : form));
  };
  const parts = (wire: unknown): Form => (Array.isArray(wire) ? items(wire) : members(wire));
  return {
    decode: (wire, value, source) => parts(wire).decode(wire, value, source),
    encode: (value, exact) => parts(value).encode(value, exact),
  };
}

/** The form of an array, from the form of its items; the first items may have their own forms. */
export function itemsForm(
  item: Form | undefined,
  prefix: readonly (Form | undefined)[] = [],
): Form {
  return formOverItems((index) => (index < prefix.length ? prefix[index] : item));
}

function overMembers(
  namesOf: (value: Readonly<Record<string, unknown>>) => readonly string[],
  formsOf: (key: string) => readonly Form[],
): Form {
  function convertMembers(
    value: unknown,
    one: (form: Form, key: string, member: unknown) => unknown,
  ): unknown {
    if (!isObject(value)) return value;
    let copy: Record<string, unknown> | undefined;
    for (const key of namesOf(value)) {
      if (!Object.hasOwn(value, key) || value[key] === undefined) continue;
      const member = value[key];
      let converted: unknown = member;
      for (const form of formsOf(key)) converted = one(form, key, converted);
      if (converted === member) continue;
      copy ??= { ...value };
      // The member is an own property, so that even `__proto__` is assigned like any other.
      copy[key] = converted;
    }
    return copy ?? value;
  }
  return {
    decode: (wire, value, source = wire) =>
      isObject(wire) && isObject(source)
        ? convertMembers(value, (form, key, member) => form.decode(wire[key], member, source[key]))
        : value,
    encode: (value, exact) =>
      convertMembers(value, (form, _key, member) => form.encode(member, exact)),
  };
}

function formOverItems(formOf: (index: number) => Form | undefined): Form {
  function convertItems(
    value: unknown,
    one: (form: Form, index: number, item: unknown) => unknown,
  ): unknown {
    if (!Array.isArray(value)) return value;
    const items: readonly unknown[] = value;
    let copy: unknown[] | undefined;
    for (const [index, item] of items.entries()) {
      const form = formOf(index);
      const converted = form === undefined ? item : one(form, index, item);
      if (converted === item) continue;
      copy ??= [...items];
      copy[index] = converted;
    }
    return copy ?? value;
  }
  return {
    decode: (wire, value, source = wire) =>
      Array.isArray(wire) && Array.isArray(source)
        ? convertItems(value, (form, index, item) => form.decode(wire[index], item, source[index]))
        : value,
    encode: (value, exact) => convertItems(value, (form, _index, item) => form.encode(item, exact)),
  };
}
