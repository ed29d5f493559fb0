import { compareCodePoints } from "@specwright/spec-loader";
import type { ContractParts } from "../model/contract.ts";
import type { Build } from "../reading/build.ts";
import { declareComponent } from "../reading/declarations.ts";
import { mapField, objectField, textField } from "../reading/fields.ts";
import type { ObjectPlace } from "../reading/place.ts";
import { readSecuritySchemes } from "../reading/shared-objects.ts";
import type { AsyncApi } from "./asyncapi.ts";
import { readDocument2 } from "./document-2.ts";
import { readDocument3 } from "./document-3.ts";
import { readFormattedSchema } from "./multi-format-schema-object.ts";
import { readServers } from "./server-object.ts";

/** Reads an AsyncAPI Object of 2.x or 3.x. */
export function readAsyncApiDocument(build: Build, root: ObjectPlace): ContractParts {
  const { version } = build.specification;
  const base: Omit<AsyncApi, "servers"> = {
    build,
    major: version.startsWith("2.") ? 2 : 3,
    contentType: textField(build, root, "defaultContentType") ?? "application/json",
    schemaFormat: `application/vnd.aai.asyncapi;version=${version}`,
    securitySchemes: new Map(readSecuritySchemes(build, root).map((scheme) => [scheme.id, scheme])),
  };
  const asyncapi: AsyncApi = { ...base, servers: readServers(base, root) };
  const parts =
    asyncapi.major === 2 ? readDocument2(asyncapi, root) : readDocument3(asyncapi, root);
  declareSchemas(asyncapi, root);
  return {
    ...parts,
    servers: asyncapi.servers.map(({ server }) => server),
    operations: [],
    webhooks: [],
    securitySchemes: [...asyncapi.securitySchemes.values()].sort((a, b) =>
      compareCodePoints(a.id, b.id),
    ),
  };
}

// Schemas are read after messages, because a message can specify the format of a schema.
function declareSchemas({ build, schemaFormat }: AsyncApi, root: ObjectPlace): void {
  const components = objectField(build, root, "components");
  if (components === undefined) return;
  for (const [key, place] of mapField(build, components, "schemas")) {
    const { schema } = readFormattedSchema(build, place, schemaFormat);
    if (schema !== undefined) declareComponent(build, schema, key);
  }
}
