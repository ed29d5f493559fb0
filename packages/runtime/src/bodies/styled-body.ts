import type { BodyEncoder, EncodedBody, MediaDescriptor } from "../codegen/body.ts";
import { isUrlEncoded } from "../media/media-type.ts";
import { type FormEntries, multipartForm } from "../multipart/write-form.ts";
import { anyPairs } from "../parameters/any-query.ts";
import { fitsAny, writeAny } from "./any-body.ts";
import { fileEncoder } from "./file-encoder.ts";
import { formEntries, formFields } from "./form-body.ts";
import type { FormFields } from "./form-values.ts";
import { isForm } from "./json-body.ts";
import { requireForm } from "./require-form.ts";
import { styledField, styledForm } from "./styled-form.ts";

/** Does what `anyBody` does. Also supports forms whose `encoding` defines a style for fields. */
export const styledBody: BodyEncoder = /* @__PURE__ */ fileEncoder({
  fits: fitsAny,
  write: writeStyled,
});

/** Writes a body of any kind, and the fields of a form in their styles. */
export function writeStyled(
  media: MediaDescriptor,
  value: unknown,
  type: string | undefined,
  isChecked: boolean,
): EncodedBody {
  if (media.kind !== "form" || isForm(value)) return writeAny(media, value, type, isChecked);
  if (isChecked) requireForm(media, value);
  const fields = media.fields ?? {};
  const members = Object.entries(formFields(media, value) ?? {});
  return isUrlEncoded(type)
    ? { body: styledForm(media, members), contentType: "application/x-www-form-urlencoded" }
    : multipartForm(
        media,
        members.flatMap(([name, member]) => styledEntries(fields, name, member)),
        type,
      );
}

/**
 * Returns the parts of a field with a style. The parts of a multipart form are not percent-encoded.
 */
function styledEntries(fields: FormFields, name: string, member: unknown): FormEntries {
  const values = { [name]: member };
  const descriptor = styledField(fields, name);
  return descriptor === undefined ? formEntries(values) : anyPairs(descriptor, values, asIs, asIs);
}

function asIs(text: string): string {
  return text;
}
