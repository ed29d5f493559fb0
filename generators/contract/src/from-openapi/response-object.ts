import { compareCodePoints, type JsonValue } from "@specwright/spec-loader";
import type { Response } from "../model/operation.ts";
import { type Build, readOnce } from "../reading/build.ts";
import { componentOf, declareComposed } from "../reading/declarations.ts";
import { mapField, readExtensions, textField } from "../reading/fields.ts";
import { followReference } from "../reading/follow-reference.ts";
import { type ObjectPlace, omitUndefined, type Place, sourceOf } from "../reading/place.ts";
import { readContent } from "./media-type-object.ts";
import { gatherParameters, readHeader, readPartHeaders } from "./parameter-object.ts";

/** Reads the Response Object of one status. */
export function readResponse(
  build: Build,
  operationId: string,
  status: string,
  start: Place,
): Response | undefined {
  const followed = followReference(build, start);
  if (followed === undefined) return undefined;
  const { place } = followed;
  const response = readOnce(build, "response", place, () =>
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
  return omitUndefined({
    description: textField(build, place, "description") ?? "",
    headers,
    headersDeclaration:
      headers.length === 0
        ? undefined
        : declareComposed(
            build,
            gatherParameters(headers, "header", source),
            "parameters",
            named("headers"),
          ),
    content: readContent(build, place, named("body"), readPartHeaders),
    links: new Map<string, JsonValue>(
      mapField(build, place, "links").map(([name, link]) => [
        name,
        (followReference(build, link)?.place ?? link).value,
      ]),
    ),
    extensions: readExtensions(place),
    source: sourceOf(place),
  });
}

/** Reads the Responses Object of an operation: exact codes first, then ranges, `default` last. */
export function readResponses(
  build: Build,
  operationId: string,
  operation: ObjectPlace,
): Response[] {
  const responses: Response[] = [];
  for (const [key, place] of mapField(build, operation, "responses")) {
    const status = key === "default" ? key : key.toUpperCase();
    if (!/^([1-5]\d\d|[1-5]XX|default)$/.test(status)) continue;
    const response = readResponse(build, operationId, status, place);
    if (response !== undefined) responses.push(response);
  }
  return responses.sort(
    (a, b) => statusRank(a) - statusRank(b) || compareCodePoints(a.status, b.status),
  );
}

function statusRank({ status }: Response): number {
  if (status === "default") return 2;
  return status.endsWith("XX") ? 1 : 0;
}
