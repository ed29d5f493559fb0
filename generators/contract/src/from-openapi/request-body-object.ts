import { reportExtension } from "../extensions/rule-fields.ts";
import type { RequestBody } from "../model/operation.ts";
import { type Build, readOnce } from "../reading/build.ts";
import { componentOf } from "../reading/declarations.ts";
import { flagField, textField } from "../reading/fields.ts";
import { followReference } from "../reading/follow-reference.ts";
import {
  holdsObject,
  kindOf,
  memberOf,
  omitUndefined,
  type Place,
  sourceOf,
} from "../reading/place.ts";
import { readContent } from "./media-type-object.ts";
import { reportMisplaced } from "./openapi.ts";
import { readPartHeaders } from "./parameter-object.ts";

/** Reads the Request Body Object of an operation. */
export function readRequestBody(
  build: Build,
  operationId: string,
  start: Place,
): RequestBody | undefined {
  const followed = followReference(build, start);
  if (followed === undefined) return undefined;
  const { place } = followed;
  reportMisplaced(build, place, "a Request Body Object");
  const component = componentOf({ ...place, pointer: `${place.pointer}/content` });
  const names =
    component === undefined
      ? [`${operationId} body`]
      : [`${component} body`, `${component} request body`];
  const body = readOnce(build, "request body", place, () =>
    omitUndefined({
      required: flagField(build, place, "required") ?? false,
      maxBytes: readMaxBytes(build, place),
      description: textField(build, place, "description"),
      content: readContent(build, place, names, readPartHeaders),
      source: sourceOf(place),
    }),
  );
  return followed.description === undefined ? body : { ...body, description: followed.description };
}

/** Reads `x-max-bytes`; reports and ignores any value that is not a positive integer. */
function readMaxBytes(build: Build, body: Place): number | undefined {
  const place = holdsObject(body) ? memberOf(body, "x-max-bytes") : undefined;
  if (place === undefined) return undefined;
  const { value } = place;
  if (typeof value === "number" && Number.isSafeInteger(value) && value > 0) return value;
  const found = typeof value === "number" ? `${value}` : kindOf(value);
  reportExtension(build, place, `\`x-max-bytes\` must be an integer from 1, but is ${found}.`);
  return undefined;
}
