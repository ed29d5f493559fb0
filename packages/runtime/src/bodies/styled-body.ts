import type { BodyEncoder, FormField } from "../codegen/body.ts";
import { mediaTypeEssence } from "../media-type.ts";
import { encodeQuery } from "../parameters/query.ts";
import { fitsAny, urlEncoded, writeAny } from "./any-body.ts";
import { bodyEncoder } from "./body-encoder.ts";

/** Does what `anyBody` does, also for URL-encoded forms whose `encoding` gives fields a style. */
export const styledBody: BodyEncoder = /* @__PURE__ */ bodyEncoder({
  fits: fitsAny,
  write(media, value, type) {
    const isStyled =
      media.kind === "form" &&
      type !== undefined &&
      mediaTypeEssence(type) === "application/x-www-form-urlencoded" &&
      !(value instanceof URLSearchParams);
    if (!isStyled) return writeAny(media, value, type);
    return {
      body: styledForm(media.fields ?? {}, value ?? {}),
      contentType: "application/x-www-form-urlencoded",
    };
  },
});

/** Writes fields with a style as parameters of a query, and others as browsers write them. */
function styledForm(fields: Readonly<Record<string, FormField>>, value: object): string {
  return Object.entries(value)
    .map(([name, member]) => {
      const { type, ...field } = (Object.hasOwn(fields, name) && fields[name]) || { type: "file" };
      if (type === "file" || field.style === undefined) return `${urlEncoded({ [name]: member })}`;
      return encodeQuery([{ ...field, name, in: "query", type }], { [name]: member });
    })
    .filter((text) => text !== "")
    .join("&");
}
