import { isObject } from "../checks/predicates.ts";
import type { ValidatingCodec } from "../codegen/codec.ts";
import { wholeNumber } from "../json/exact-json.ts";
import { parseNumberTexts } from "../json/parse-json.ts";
import { stringifyJson } from "../json/stringify-json.ts";
import { ExactNumber } from "../numbers/exact-number.ts";
import type { Form } from "../value-forms/form.ts";
import { withCodecErrors } from "./compact-codec.ts";

/**
 * Creates the codec of a schema with numbers that must keep all digits. `wire` is the codec of the values
 * in JSON. The created codec parses every number exactly, checks the rounded JavaScript number with `wire`,
 * and then passes the exact digits to the form.
 */
export function exactCodec<T>(form: Form, wire: ValidatingCodec<unknown>): ValidatingCodec<T> {
  const checkable = (value: unknown): unknown => roundNumbers(form.encode(value));
  const parse = (value: unknown): T => {
    const checked = wire.parse(checkable(value));
    return form.decode(checked, checked, value) as T;
  };
  return {
    decode: (text, options = {}) =>
      parse(withCodecErrors("malformed", () => parseNumberTexts(text, options))),
    encode: (value) => {
      // This call only checks the value. The text is written from the exact digits.
      wire.encode(checkable(value));
      return withCodecErrors("encode", () => stringifyJson(form.encode(value, true)));
    },
    parse,
    is: (value): value is T => wire.is(checkable(value)),
    validate: (value) => wire.validate(checkable(value)),
    toWire: (value) => form.encode(value, true),
    ...(wire.rule && { rule: wire.rule }),
    toChecked: checkable,
    isExact: true,
    unchecked: {
      read: (text, options) => {
        const value = parseNumberTexts(text, options);
        // This value has a bigint where the schema has an int64.
        const plain = wire.unchecked?.read(text, options) ?? roundNumbers(value);
        return form.decode(plain, plain, value);
      },
      readChecked: (text, options) => checkable(parseNumberTexts(text, options)),
      write: (value) => stringifyJson(form.encode(value, true)),
    },
  };
}

/**
 * Replaces exact numbers by JavaScript numbers. Copies the objects and arrays that contain exact numbers.
 */
function roundNumbers(value: unknown): unknown {
  if (value instanceof ExactNumber) {
    const number = Number(value.text);
    return Number.isSafeInteger(number) ? number : (wholeNumber(value.text) ?? number);
  }
  if (Array.isArray(value)) {
    const items = value.map(roundNumbers);
    return items.every((item, index) => Object.is(item, value[index])) ? value : items;
  }
  if (!isObject(value) || !isPlain(value)) return value;
  const entries = Object.entries(value).map(
    ([key, member]) => [key, roundNumbers(member)] as const,
  );
  const isSame = entries.every(([key, member]) => Object.is(member, value[key]));
  return isSame ? value : Object.fromEntries(entries);
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}
