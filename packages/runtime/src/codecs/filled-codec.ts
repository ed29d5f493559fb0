import { withinBytes } from "../checks/issue-bytes.ts";
import type { ValidatingCodec } from "../codegen/codec.ts";
import { CodecError } from "../errors/codec-error.ts";
import type { ParseJsonOptions } from "../json/parse-json.ts";
import { filling } from "../value-forms/filling.ts";
import type { Form } from "../value-forms/form.ts";

/** Creates a codec from a form and the codec of the values in JSON. */
type CreateCodec = <T>(form: Form, wire: ValidatingCodec<unknown>) => ValidatingCodec<T>;

/**
 * Creates the codec of a schema with defaults. The reader adds defaults for absent properties; the writer
 * adds nothing. `create` is `formedCodec` or `exactCodec`. The codec checks a value again after adding
 * defaults, because a default may break a rule of the whole value.
 */
export function filledCodec<T, Written = T>(
  create: CreateCodec,
  form: Form,
  wire: ValidatingCodec<unknown>,
): ValidatingCodec<T, Written> {
  const plain = create<T>(form, wire);
  const filled = create<T>(
    {
      decode(given, value, source) {
        const made = filling(true, () => form.decode(given, value, source));
        if (made === value || plain.is(made)) return made;
        throw new CodecError("decode", withinBytes(plain.validate(made)));
      },
      encode: form.encode,
    },
    wire,
  );
  const { decode, parse } = filled;
  const { unchecked } = plain;
  // The type of written values is generated from the same contract.
  const codec = {
    ...plain,
    decode,
    parse,
    parseWritten: plain.parse,
    ...(unchecked && {
      unchecked: {
        ...unchecked,
        read: (text: string | Uint8Array, options: ParseJsonOptions) =>
          filling(true, () => unchecked.read(text, options)),
      },
    }),
  };
  return codec as ValidatingCodec<unknown> as ValidatingCodec<T, Written>;
}
