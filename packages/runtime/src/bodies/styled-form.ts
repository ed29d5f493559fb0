// URL-encoded forms whose `encoding` defines a style for fields.

import type { DescribedFields, ParameterDescriptor } from "../codegen/parameter.ts";
import type { FormEntries } from "../multipart/write-form.ts";
import { encodeOpenQuery } from "../parameters/any-query.ts";
import { formEntries } from "./form-body.ts";
import { asParameters, type FormFields } from "./form-values.ts";
import { urlEncoded } from "./url-encoded.ts";

/** Writes fields with a style as query parameters, and all other fields as browsers write them. */
export function styledForm(form: DescribedFields, members: FormEntries): string {
  return members
    .map(([name, member]) => {
      const values = { [name]: member };
      const descriptor = styledField(form.fields ?? {}, name);
      return descriptor === undefined
        ? urlEncoded(form, formEntries(values))
        : encodeOpenQuery([descriptor], values);
    })
    .filter((text) => text !== "")
    .join("&");
}

/** Describes a field with a style as a parameter of a query; undefined for other fields. */
export function styledField(fields: FormFields, name: string): ParameterDescriptor | undefined {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return field?.style === undefined ? undefined : asParameters({ [name]: field })[0];
}
