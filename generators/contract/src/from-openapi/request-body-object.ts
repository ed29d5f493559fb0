import { componentOf } from "../declarations/place-names.ts";
import type { RequestBody } from "../model/operation.ts";
import { type Build, once } from "../reading/build.ts";
import { flagField, textField } from "../reading/fields.ts";
import { follow } from "../reading/follow.ts";
import { type Place, sourceOf } from "../reading/place.ts";
import { present } from "../reading/present.ts";
import { readContent } from "./media-type-object.ts";

/** Reads the Request Body Object of an operation. */
export function readRequestBody(
  build: Build,
  operationId: string,
  start: Place,
): RequestBody | undefined {
  const followed = follow(build, start);
  if (followed === undefined) return undefined;
  const { place } = followed;
  const component = componentOf({ ...place, pointer: `${place.pointer}/content` });
  const names =
    component === undefined
      ? [`${operationId} body`]
      : [`${component} body`, `${component} request body`];
  const body = once(build, "request body", place, () =>
    present({
      required: flagField(build, place, "required") ?? false,
      description: textField(build, place, "description"),
      content: readContent(build, place, names),
      source: sourceOf(place),
    }),
  );
  return followed.description === undefined ? body : { ...body, description: followed.description };
}
