// The parameter for the whole query string (OpenAPI 3.2, `in: querystring`).

import type { MediaType, Parameter } from "../model/operation.ts";
import { dereference } from "../model/walk-schemas.ts";
import type { Build } from "../reading/build.ts";
import { reportProblem } from "../reading/problems.ts";
import { isJsonMediaType, mediaTypeEssence } from "./media-type.ts";

/**
 * Returns how a query string is encoded for a media type: as a form, as percent-encoded JSON, or as the
 * percent-encoded text of a scalar. Returns undefined if a URL cannot contain this media type.
 */
export function queryStringKind({
  mediaType,
  schema,
}: MediaType): "form" | "json" | "text" | undefined {
  const essence = mediaTypeEssence(mediaType);
  if (essence === "application/x-www-form-urlencoded") return "form";
  if (isJsonMediaType(essence)) return "json";
  const target = schema && dereference(schema);
  if (target === undefined) return essence.startsWith("text/") ? "text" : undefined;
  const types = target.kind === "schema" ? (target.types ?? []) : [];
  const isScalar = types.every((type) => type !== "object" && type !== "array");
  return isScalar && types.length > 0 ? "text" : undefined;
}

/**
 * Removes and reports parameters for the whole query string that cannot be sent. Such a parameter occurs
 * beside other query parameters, or its media type cannot be part of a URL.
 */
export function withoutUncarried(build: Build, parameters: readonly Parameter[]): Parameter[] {
  const first = parameters.find((parameter) => parameter.in === "querystring");
  const hasQuery = parameters.some((parameter) => parameter.in === "query");
  return parameters.filter((parameter) => {
    if (parameter.in !== "querystring") return true;
    const why = hasQuery || parameter !== first ? besideOthers : writingFault(parameter);
    if (why === undefined) return true;
    const message = `Parameter "${parameter.name}" describes the whole query string, ${why}. Clients do not send it, and servers do not read it.`;
    reportProblem(build, "PARAMETER_NOT_CARRIED", parameter.source, message);
    return false;
  });
}

const besideOthers = "but the operation has other query parameters";

function writingFault({ content }: Parameter): string | undefined {
  if (content === undefined) return "but has no `content`";
  if (queryStringKind(content) !== undefined) return undefined;
  return `but a URL cannot contain ${content.mediaType}`;
}
