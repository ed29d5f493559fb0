import type { ContractParts } from "../model/contract.ts";
import type { HttpOperation } from "../model/operation.ts";
import type { Build } from "../reading/build.ts";
import { declareComponent } from "../reading/declarations.ts";
import { mapField, objectField } from "../reading/fields.ts";
import type { ObjectPlace } from "../reading/place.ts";
import { readSecurity, readSecuritySchemes, readTags } from "../reading/shared-objects.ts";
import { readSchema } from "../schema/schema-object.ts";
import { type OpenApi, reportMisplaced } from "./openapi.ts";
import { checkPagination } from "./pagination-object.ts";
import { readPathItem } from "./path-item-object.ts";
import { replaceEventData } from "./sequential-items.ts";
import { readServers } from "./server-object.ts";

/** Reads an OpenAPI Object of 3.0, 3.1 or 3.2. */
export function readOpenApiDocument(build: Build, root: ObjectPlace): ContractParts {
  replaceEventData(build, root);
  reportMisplaced(build, root, "the OpenAPI Object");
  const components = objectField(build, root, "components");
  for (const [key, place] of components === undefined
    ? []
    : mapField(build, components, "schemas")) {
    declareComponent(build, readSchema(build, place), key);
  }
  const openapi: OpenApi = {
    build,
    hasAdditionalOperations: !/^3\.[01](\.|$)/.test(build.specification.version),
    security: readSecurity(build, root) ?? [],
    operationIds: new Set(),
    openCallbacks: new Set(),
  };
  const operations: HttpOperation[] = [];
  for (const [path, place] of mapField(build, root, "paths")) {
    if (path.startsWith("x-")) continue;
    const idOf = (method: string): string => `${method} ${path}`;
    operations.push(...readPathItem(openapi, place, { path, templated: true, idOf }));
  }
  for (const operation of operations) checkPagination(build, operation);
  const webhooks: HttpOperation[] = [];
  for (const [path, place] of mapField(build, root, "webhooks")) {
    const idOf = (method: string): string => `${method} ${path}`;
    webhooks.push(...readPathItem(openapi, place, { path, templated: false, idOf }));
  }
  return {
    servers: readServers(build, root),
    operations,
    webhooks,
    channels: [],
    messages: [],
    channelOperations: [],
    securitySchemes: readSecuritySchemes(build, root),
    tags: readTags(build, root),
  };
}
