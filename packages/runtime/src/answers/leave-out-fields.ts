// Leaves out the form fields, and the parts of a list, that the contract does not declare. Files and the
// headers of parts are kept, because the schema does not describe them.

import type { FormDescriptor, PartsDescriptor } from "../codegen/body.ts";
import type { Codec } from "../codegen/codec.ts";
import type { FormField } from "../codegen/parameter.ts";
import { defineMember } from "../json/define-member.ts";
import { fieldNamed, withoutFiles, withoutHeaders } from "../media/checked-value.ts";
import { isAsyncIterable } from "../sequential/iterables.ts";
import { declaredOnly, type Undeclared } from "./leave-out.ts";

/**
 * Returns a body with only the members that its schema declares, as `declaredOnly` does.
 *
 * @throws CodecError with `refuse`, if the body has other members.
 */
export function declaredFields(
  media: FormDescriptor | PartsDescriptor,
  body: object,
  undeclared: Undeclared,
): object {
  const { codec } = media;
  if (codec === undefined || undeclared === "keep" || body instanceof URLSearchParams) return body;
  if (media.kind === "form") {
    const fieldOf = (name: PropertyKey): FormField | undefined => fieldNamed(media, String(name));
    return declaredParts(codec, body, fieldOf, undeclared);
  }
  const { prefix = [], rest } = media;
  const onlyDeclared = (part: unknown, index: number): unknown =>
    declaredPart(codec, part, prefix[index] ?? rest, undeclared);
  if (isAsyncIterable(body)) return eachPart(body, onlyDeclared);
  if (!Array.isArray(body)) return body;
  // The codec describes either the whole list or a single part. Both interpretations are tried, because the
  // wrong one leaves all parts unchanged.
  const only = declaredParts(codec, body, (index) => prefix[Number(index)] ?? rest, undeclared);
  return Array.isArray(only) ? only.map(onlyDeclared) : body;
}

async function* eachPart(
  parts: AsyncIterable<unknown>,
  change: (part: unknown, index: number) => unknown,
): AsyncGenerator<unknown, void> {
  let index = 0;
  for await (const part of parts) {
    yield change(part, index);
    index += 1;
  }
}

/** Leaves out the parts that the schema of the body does not declare. */
function declaredParts(
  codec: Codec<unknown>,
  body: object,
  fieldOf: (key: PropertyKey) => FormField | undefined,
  undeclared: Undeclared,
): object {
  const plain: object = Array.isArray(body) ? [] : {};
  for (const [key, part] of Object.entries(body))
    defineMember(plain, key, bareValue(part, fieldOf(key)));
  const only = declaredOnly(codec, plain, undeclared);
  if (only === plain || typeof only !== "object" || only === null) return body;
  const result: object = Array.isArray(body) ? [] : {};
  for (const [key, value] of Object.entries(only)) {
    const given: unknown = Reflect.get(body, key);
    const isSame = value === Reflect.get(plain, key);
    defineMember(result, key, isSame ? given : withValue(given, value, fieldOf(key)));
  }
  return result;
}

function declaredPart(
  codec: Codec<unknown>,
  part: unknown,
  field: FormField | undefined,
  undeclared: Undeclared,
): unknown {
  const plain = bareValue(part, field);
  const only = declaredOnly(codec, plain, undeclared);
  return only === plain ? part : withValue(part, only, field);
}

function bareValue(part: unknown, field: FormField | undefined): unknown {
  return withoutFiles(withoutHeaders(field, part));
}

/** Replaces the value of a part, or the values of a list of parts, and keeps their headers. */
function withValue(given: unknown, value: unknown, field: FormField | undefined): unknown {
  if (field?.headers === undefined) return value;
  if (Array.isArray(given) && Array.isArray(value))
    return given.map((part, index) => withValue(part, value[index], field));
  return typeof given === "object" && given !== null && "value" in given
    ? { ...given, value }
    : value;
}
