import { writeStyled } from "../bodies/styled-body.ts";
import { CodecError } from "../codec-error.ts";
import type { EncodedBody, FormDescriptor } from "../codegen/body.ts";
import { checkedValue, withoutFiles, withoutHeaders } from "./checked-value.ts";

/**
 * Checks and writes a form.
 *
 * @throws CodecError if the form does not match its schema, ParameterError for headers of a part
 * that cannot be sent.
 */
export function writeForm(descriptor: FormDescriptor, value: object, type: string): EncodedBody {
  const { fields = {}, codec } = descriptor;
  const plain = Object.entries(value).map(([name, given]) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    return [name, withoutFiles(withoutHeaders(field, given))] as const;
  });
  const { issues } = checkedValue(codec, Object.fromEntries(plain));
  if (issues.length > 0) throw new CodecError("encode", issues);
  return writeStyled(descriptor, value, type, true);
}
