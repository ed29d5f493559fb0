// The forms of schemas that combine several schemas for one value. When a value is decoded, its JSON
// determines which forms apply. When a value is encoded, a form applies if its result matches the form's
// schema.

import { isObject } from "../checks/predicates.ts";
import { filling } from "./filling.ts";
import type { Form } from "./form.ts";

type Check = (value: unknown) => boolean;

/**
 * Applies several forms to one value. The forms of members must be listed first, and the forms that test
 * the value last.
 */
export function allForms(...forms: readonly Form[]): Form {
  return {
    decode: (wire, value, source) =>
      forms.reduce((made, form) => form.decode(wire, made, source), value),
    encode: (value, exact) => forms.reduce((made, form) => form.encode(made, exact), value),
  };
}

/** Applies the forms of all branches of a union that the value matches. */
export function unionForm(...branches: readonly (readonly [is: Check, form: Form])[]): Form {
  return {
    decode: (wire, value, source) =>
      branches.reduce(
        (made, [is, form]) => (is(wire) ? form.decode(wire, made, source) : made),
        value,
      ),
    encode: (value, exact) =>
      branches.reduce((made, [is, form]) => {
        const converted = form.encode(made);
        if (!is(converted)) return made;
        return exact === true ? form.encode(made, exact) : converted;
      }, value),
  };
}

/**
 * Does what `unionForm` does for branches with defaults. Only one branch adds its defaults: the first that
 * the value matches both before and after they are added. The defaults of one branch might be invalid in a
 * different branch.
 */
export function filledUnionForm(...branches: readonly (readonly [is: Check, form: Form])[]): Form {
  return {
    decode: (wire, value, source) => {
      const matching = branches.filter(([is]) => is(wire));
      const fits = ([is, form]: (typeof branches)[number]): boolean => {
        const made = form.decode(wire, value, source);
        return made === value || is(form.encode(made));
      };
      const first = matching.find(fits) ?? matching[0];
      if (first === undefined) return value;
      const made = first[1].decode(wire, value, source);
      const others = matching.filter((branch) => branch !== first);
      return filling(false, () =>
        others.reduce((before, [, form]) => form.decode(wire, before, source), made),
      );
    },
    encode: unionForm(...branches).encode,
  };
}

/** Applies the form that the value of a property selects. */
export function taggedForm(property: string, forms: Readonly<Record<string, Form>>): Form {
  const selectForm = (value: unknown): Form | undefined => {
    const tag = isObject(value) ? String(value[property]) : "";
    return Object.hasOwn(forms, tag) ? forms[tag] : undefined;
  };
  return {
    decode: (wire, value, source) => selectForm(wire)?.decode(wire, value, source) ?? value,
    encode: (value, exact) => selectForm(value)?.encode(value, exact) ?? value,
  };
}

/** Applies one form to values that meet a condition, and a second form to all other values. */
export function whenForm(is: Check, then: Form | undefined, otherwise?: Form): Form {
  return {
    decode: (wire, value, source) =>
      (is(wire) ? then : otherwise)?.decode(wire, value, source) ?? value,
    encode: (value, exact) => (is(value) ? then : otherwise)?.encode(value, exact) ?? value,
  };
}
