import type { Encoding } from "../model/operation.ts";
import type { Build } from "../reading/build.ts";
import { flagField, textField } from "../reading/fields.ts";
import { followReference } from "../reading/follow-reference.ts";
import { type ObjectPlace, omitUndefined, type Place } from "../reading/place.ts";

export type PartHeaders = Pick<Encoding, "headers" | "headersDeclaration">;

/** The facts about a part of a multipart body that determine the types of the part's headers. */
export interface PartUse {
  /** The name of the part, as it occurs in the names of types: `addNote body file`. */
  readonly use: string;
  /** Whether the Content-Disposition of the part contains a name. */
  readonly isNamed: boolean;
}

/** Reads the headers that an Encoding Object describes. */
export type ReadPartHeaders = (build: Build, place: ObjectPlace, part: PartUse) => PartHeaders;

/**
 * Reads an Encoding Object, which describes the encoding of a form field or of a part of a multipart body.
 * `isStyled` is true if the object has `style`, `explode` or `allowReserved`.
 */
export function readEncoding(
  build: Build,
  start: Place,
  readHeaders: (place: ObjectPlace, isStyled: boolean) => PartHeaders,
): Encoding | undefined {
  const place = followReference(build, start)?.place;
  if (place === undefined) return undefined;
  const encoding = omitUndefined({
    contentType: textField(build, place, "contentType"),
    style: textField(build, place, "style"),
    explode: flagField(build, place, "explode"),
    allowReserved: flagField(build, place, "allowReserved"),
    raw: place.value,
  });
  const { style, explode, allowReserved } = encoding;
  const isStyled = [style, explode, allowReserved].some((field) => field !== undefined);
  return { ...encoding, ...readHeaders(place, isStyled) };
}
