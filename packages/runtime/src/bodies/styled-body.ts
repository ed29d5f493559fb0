import type {
  BodyEncoder,
  EncodedBody,
  FormDescriptor,
  FormField,
  MediaDescriptor,
} from "../codegen/body.ts";
import type { ParameterDescriptor } from "../codegen/parameter.ts";
import { isUrlEncoded } from "../media/media-type.ts";
import { type FormEntries, multipartForm } from "../multipart/write-form.ts";
import { anyPairs, encodeAnyQuery } from "../parameters/any-query.ts";
import { fitsAny, writeAny } from "./any-body.ts";
import { fileEncoder } from "./file-encoder.ts";
import { formEntries, formFields } from "./form-body.ts";
import { asParameters } from "./form-values.ts";
import { isForm } from "./json-body.ts";
import { requireForm } from "./require-form.ts";
import { urlEncoded } from "./url-encoded.ts";

type Fields = Readonly<Record<string, FormField>>;

/** Does what `anyBody` does, also for forms whose `encoding` gives fields a style. */
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

/** Writes fields with a style as parameters of a query, and others as browsers write them. */
function styledForm(form: FormDescriptor, members: FormEntries): string {
  return members
    .map(([name, member]) => {
      const values = { [name]: member };
      const descriptor = styledField(form.fields ?? {}, name);
      return descriptor === undefined
        ? urlEncoded(form, formEntries(values))
        : encodeAnyQuery([descriptor], values);
    })
    .filter((text) => text !== "")
    .join("&");
}

/** Arranges a field with a style, which parts contain without percent-encoding. */
function styledEntries(fields: Fields, name: string, member: unknown): FormEntries {
  const values = { [name]: member };
  const descriptor = styledField(fields, name);
  return descriptor === undefined ? formEntries(values) : anyPairs(descriptor, values, asIs, asIs);
}

/** Describes a field with a style as a parameter of a query; undefined for other fields. */
function styledField(fields: Fields, name: string): ParameterDescriptor | undefined {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return field?.style === undefined ? undefined : asParameters({ [name]: field })[0];
}

function asIs(text: string): string {
  return text;
}
