import type { DocumentType } from "../detect-document.ts";
import type { Source } from "../diagnostics/diagnostic.ts";
import { readAs } from "../diagnostics/repair.ts";
import { joinPointer } from "../json/json-pointer.ts";
import { type JsonObject, memberOf } from "../json/json-value.ts";
import type { Report } from "./check-structure.ts";

/** The required fields of each type of security scheme, in OpenAPI and AsyncAPI. */
const required: Readonly<Record<string, readonly string[]>> = {
  http: ["scheme"],
  httpApiKey: ["name", "in"],
  oauth2: ["flows"],
  openIdConnect: ["openIdConnectUrl"],
};

/** The allowed values of `in` in AsyncAPI, for each type of security scheme. */
const places: Readonly<Record<string, readonly string[]>> = {
  apiKey: ["user", "password"],
  httpApiKey: ["query", "header", "cookie"],
};

/** Reports missing fields and invalid values of a security scheme. */
export function checkSecurityScheme(
  { kind }: DocumentType,
  scheme: JsonObject,
  source: Source,
  report: Report,
): void {
  const type = memberOf(scheme, "type");
  if (typeof type !== "string") return;
  const apiKey = kind === "openapi" ? ["name", "in"] : ["in"];
  const fields = type === "apiKey" ? apiKey : Object.hasOwn(required, type) ? required[type] : [];
  for (const field of fields ?? []) {
    if (Object.hasOwn(scheme, field)) continue;
    const isBearer = field === "scheme" && Object.hasOwn(scheme, "bearerFormat");
    const place = { ...source, pointer: joinPointer(source.pointer, field) };
    report({
      code: "FIELD_MISSING",
      source,
      message: `a security scheme of the type "${type}" needs the field "${field}"`,
      ...(isBearer && { repair: readAs(place, "bearer") }),
    });
  }
  if (kind === "asyncapi") checkPlace(type, scheme, source, report);
}

function checkPlace(type: string, scheme: JsonObject, source: Source, report: Report): void {
  const wanted = Object.hasOwn(places, type) ? places[type] : undefined;
  const place = memberOf(scheme, "in");
  if (wanted === undefined || typeof place !== "string" || wanted.includes(place)) return;
  report({
    code: "FIELD_VALUE",
    source: { ...source, pointer: joinPointer(source.pointer, "in") },
    message: `"in" is ${JSON.stringify(place)}; for the type "${type}" it must be one of ${wanted.join(", ")}`,
  });
}
