import type { UncheckedCodec, ValidatingCodec } from "../codegen/codec.ts";
import type { Form } from "../value-forms/form.ts";

/**
 * Creates the codec of a schema whose values have a different form in TypeScript than in JSON. `wire` is
 * the codec of the values in JSON. The function is separate from other codecs, so that bundles without such
 * schemas do not contain it.
 */
export function formedCodec<T>(form: Form, wire: ValidatingCodec<unknown>): ValidatingCodec<T> {
  // The cast is safe, because the form and the type were generated from one contract.
  const decoded = (value: unknown): T => form.decode(value, value) as T;
  return {
    decode: (text, options) => decoded(wire.decode(text, options)),
    encode: (value) => wire.encode(form.encode(value)),
    parse: (value) => decoded(wire.parse(form.encode(value))),
    is: (value): value is T => wire.is(form.encode(value)),
    validate: (value) => wire.validate(form.encode(value)),
    toWire: (value) => form.encode(value),
    ...(wire.rule && { rule: wire.rule }),
    ...(wire.unchecked && { unchecked: uncheckedForm(form, wire.unchecked) }),
  };
}

function uncheckedForm(form: Form, { read, write }: UncheckedCodec): UncheckedCodec {
  return {
    read: (text, options) => {
      const value = read(text, options);
      return form.decode(value, value);
    },
    write: (value) => write(form.encode(value)),
  };
}
