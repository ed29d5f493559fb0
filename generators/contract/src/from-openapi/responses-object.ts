import { compareCodePoints } from "@specwright/spec-loader";
import type { Response } from "../model/operation.ts";
import type { Build } from "../reading/build.ts";
import { mapField } from "../reading/fields.ts";
import type { ObjectPlace } from "../reading/place.ts";
import { readResponse } from "./response-object.ts";

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
  return responses.sort((a, b) => rank(a) - rank(b) || compareCodePoints(a.status, b.status));
}

function rank({ status }: Response): number {
  if (status === "default") return 2;
  return status.endsWith("XX") ? 1 : 0;
}
