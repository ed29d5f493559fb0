import type { Source } from "@specwright/spec-loader";
import type { HttpOperation, Parameter } from "../model/operation.ts";
import { isDeprecated, readExtensions, textField, textListField } from "../reading/fields.ts";
import {
  memberOf,
  type ObjectPlace,
  omitUndefined,
  type Place,
  sourceOf,
} from "../reading/place.ts";
import { readSecurity } from "../reading/shared-objects.ts";
import { type PathItemReader, readCallbacks } from "./callback-object.ts";
import { type OpenApi, reportMisplaced } from "./openapi.ts";
import { readPagination } from "./pagination-object.ts";
import { fitToPath, groupParameters, readParameters } from "./parameter-object.ts";
import { withoutUncarried } from "./query-string.ts";
import { readRequestBody } from "./request-body-object.ts";
import { readResponses } from "./response-object.ts";
import { readServers } from "./server-object.ts";

/** The place of an operation in the document. */
export interface OperationSite {
  readonly method: string;
  /** The path, the webhook's name or the callback's expression. */
  readonly path: string;
  readonly pathPlace: Place;
  /**
   * The id of an operation without `operationId`. If several operations have the same `operationId`, this
   * id distinguishes them.
   */
  readonly fallbackId: string;
  /** Whether a name in braces in `path` is a parameter, as in the path of an operation. */
  readonly templated: boolean;
  /** The objects of the path item that contain `parameters` and `servers`. */
  readonly parameters?: ObjectPlace;
  readonly servers?: ObjectPlace;
  readonly summary?: string;
  readonly description?: string;
}

/** Reads an Operation Object. */
export function readOperation(
  openapi: OpenApi,
  place: ObjectPlace,
  site: OperationSite,
  readPathItem: PathItemReader,
): HttpOperation {
  const { build } = openapi;
  reportMisplaced(build, place, "an Operation Object");
  const id = chooseId(openapi, place, site);
  const listed = readParameters(build, site.parameters, place);
  const carried = withoutUncarried(build, listed.all);
  const parameters = site.templated
    ? fitToPath(carried, { text: site.path, place: site.pathPlace })
    : carried;
  const body = memberOf(place, "requestBody");
  const servers = readServers(build, place);
  const pathServers = site.servers === undefined ? [] : readServers(build, site.servers);
  function groupSource(members: readonly Parameter[]): Source {
    const areInherited = members.every((parameter) => listed.inherited.has(parameter));
    const { file, pointer } = (areInherited ? site.parameters : undefined) ?? place;
    return { file, pointer: `${pointer}/parameters` };
  }
  return omitUndefined({
    kind: "http" as const,
    id,
    method: site.method,
    path: site.path,
    summary: textField(build, place, "summary") ?? site.summary,
    description: textField(build, place, "description") ?? site.description,
    deprecated: isDeprecated(place),
    tags: textListField(build, place, "tags"),
    parameters,
    parameterGroups: groupParameters(build, id, parameters, groupSource),
    requestBody: body === undefined ? undefined : readRequestBody(build, id, body),
    responses: readResponses(build, id, place),
    security: readSecurity(build, place) ?? openapi.security,
    servers: servers.length > 0 ? servers : pathServers,
    pagination: site.templated ? readPagination(build, place) : undefined,
    callbacks: readCallbacks(openapi, id, place, readPathItem),
    extensions: readExtensions(place),
    source: sourceOf(place),
  });
}

// Several operations can have the same `operationId`, because two paths can refer to one path item, and a
// callback can be used twice. Each of these operations gets a separate id. The loader reports two
// operations that explicitly have the same id.
function chooseId(openapi: OpenApi, place: ObjectPlace, site: OperationSite): string {
  let id = textField(openapi.build, place, "operationId") ?? site.fallbackId;
  if (openapi.operationIds.has(id)) id = `${id} ${site.fallbackId}`;
  while (openapi.operationIds.has(id)) id = `${id} again`;
  openapi.operationIds.add(id);
  return id;
}
