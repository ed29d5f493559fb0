import type { BodyEncoder, EncodedBody, FormDescriptor } from "../codegen/body.ts";
import { isUrlEncoded } from "../media/media-type.ts";
import { type FormEntries, multipartForm } from "../multipart/write-form.ts";
import { ExactNumber } from "../numbers/exact-number.ts";
import { bodyEncoder } from "./body-encoder.ts";
import { isBinary, isForm, isJson, writeJson } from "./json-body.ts";
import { requireForm } from "./require-form.ts";
import { urlEncoded } from "./url-encoded.ts";

/** Encodes the bodies of operations that accept only forms and JSON. */
export const formBody: BodyEncoder = /* @__PURE__ */ bodyEncoder({
  fits: (media, value) => (media.kind === "form" ? fitsForm(value) : isJson(value)),
  write: (media, ...given) =>
    media.kind === "form" ? writeForm(media, ...given) : writeJson(media, ...given),
});

/** Reports whether a value can be a form. */
export function fitsForm(value: unknown): boolean {
  return isForm(value) || (!isBinary(value) && typeof value === "object" && value !== null);
}

/**
 * Writes a form.
 *
 * @throws CodecError if the form is checked and breaks the contract. ParameterError if the form contains a
 * value that forms cannot express.
 */
export function writeForm(
  media: FormDescriptor,
  value: unknown,
  type: string | undefined,
  isChecked: boolean,
): EncodedBody {
  if (isChecked) requireForm(media, value);
  const entries = formEntries(formFields(media, value));
  return isUrlEncoded(type)
    ? { body: urlEncoded(media, entries), contentType: "application/x-www-form-urlencoded" }
    : multipartForm(media, entries, type);
}

/** Returns the fields of a form in their JSON form, from which their texts are made. */
export function formFields({ codec }: FormDescriptor, value: unknown): unknown {
  if (codec?.toWire === undefined || isForm(value)) return value;
  return codec.toWire(value);
}

/** Lists the fields of a form. Omits null, because forms cannot express it. */
export function formEntries(value: unknown): FormEntries {
  const entries = isForm(value) ? [...value] : Object.entries(value ?? {});
  return entries.flatMap(([name, member]) =>
    (Array.isArray(member) ? member : [member]).flatMap((item) =>
      item === undefined || item === null ? [] : [[name, fieldValue(item)] as const],
    ),
  );
}

function fieldValue(value: unknown): unknown {
  return value instanceof ExactNumber ? value.text : value;
}
