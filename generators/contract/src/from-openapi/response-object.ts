import type { JsonValue } from "@specwright/spec-loader";
import type { Response } from "../model/operation.ts";
import { type Build, once } from "../reading/build.ts";
import { declareComposed } from "../reading/declarations.ts";
import { readExtensions } from "../reading/extensions.ts";
import { mapField, textField } from "../reading/fields.ts";
import { follow } from "../reading/follow.ts";
import { type ObjectPlace, type Place, sourceOf } from "../reading/place.ts";
import { componentOf } from "../reading/place-names.ts";
import { present } from "../reading/present.ts";
import { readContent } from "./media-type-object.ts";
import { readHeader } from "./parameter-object.ts";
import { gather } from "./parameters.ts";
import { readPartHeaders } from "./part-headers.ts";

/** Reads the Response Object of one status. */
export function readResponse(
  build: Build,
  operationId: string,
  status: string,
  start: Place,
): Response | undefined {
  const followed = follow(build, start);
  if (followed === undefined) return undefined;
  const { place } = followed;
  const response = once(build, "response", place, () =>
    responseAt(build, place, `${operationId} ${status}`),
  );
  const { description = response.description } = followed;
  return { ...response, status, description };
}

function responseAt(build: Build, place: ObjectPlace, use: string): Omit<Response, "status"> {
  const component = componentOf({ ...place, pointer: `${place.pointer}/content` });
  const named = (what: string): string[] =>
    component === undefined
      ? [`${use} ${what}`]
      : [`${component} ${what}`, `${component} response ${what}`];
  const headers = mapField(build, place, "headers")
    .map(([name, header]) => readHeader(build, name, header, component ?? use))
    .filter((header) => header !== undefined);
  const source = { file: place.file, pointer: `${place.pointer}/headers` };
  return present({
    description: textField(build, place, "description") ?? "",
    headers,
    headersDeclaration:
      headers.length === 0
        ? undefined
        : declareComposed(build, gather(headers, "header", source), "parameters", named("headers")),
    content: readContent(build, place, named("body"), readPartHeaders),
    links: new Map<string, JsonValue>(
      mapField(build, place, "links").map(([name, link]) => [
        name,
        (follow(build, link)?.place ?? link).value,
      ]),
    ),
    extensions: readExtensions(place),
    source: sourceOf(place),
  });
}
