// The forms of schemas that combine others for the same value. On the way to TypeScript, the value
// in JSON decides which apply; on the way back, the one whose result matches its schema.

import { isObject } from "../predicates.ts";
import type { Form } from "./form.ts";

type Check = (value: unknown) => boolean;

/** Applies several forms to one value. Those of members come first, those that test it last. */
export function allForms(...forms: readonly Form[]): Form {
  return {
    decode: (wire, value) => forms.reduce((made, form) => form.decode(wire, made), value),
    encode: (value) => forms.reduce((made, form) => form.encode(made), value),
  };
}

/** Applies the forms of all branches of a union that the value matches. */
export function unionForm(...branches: readonly (readonly [is: Check, form: Form])[]): Form {
  return {
    decode: (wire, value) =>
      branches.reduce((made, [is, form]) => (is(wire) ? form.decode(wire, made) : made), value),
    encode: (value) =>
      branches.reduce((made, [is, form]) => {
        const converted = form.encode(made);
        return is(converted) ? converted : made;
      }, value),
  };
}

/** Applies the form that the value of a property selects. */
export function taggedForm(property: string, forms: Readonly<Record<string, Form>>): Form {
  const formOf = (value: unknown): Form | undefined => {
    const tag = isObject(value) ? String(value[property]) : "";
    return Object.hasOwn(forms, tag) ? forms[tag] : undefined;
  };
  return {
    decode: (wire, value) => formOf(wire)?.decode(wire, value) ?? value,
    encode: (value) => formOf(value)?.encode(value) ?? value,
  };
}

/** Applies one form to values that meet a condition, and another to those that do not. */
export function whenForm(is: Check, then: Form | undefined, otherwise?: Form): Form {
  return {
    decode: (wire, value) => (is(wire) ? then : otherwise)?.decode(wire, value) ?? value,
    encode: (value) => (is(value) ? then : otherwise)?.encode(value) ?? value,
  };
}
