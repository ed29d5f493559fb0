// Repairs objects in which a required field is missing, or has a misspelt value.

import type { Source } from "../diagnostics/diagnostic.ts";
import { leaveOut, type Repair, readAs } from "../diagnostics/repair.ts";
import type { Kind } from "../grammar/shape.ts";
import { joinPointer } from "../json/json-pointer.ts";
import { isJsonArray, type JsonObject, memberOf } from "../json/json-value.ts";

/** The version that a repair writes if the document does not have one. */
const VERSION = "0.0.0";

/** Returns the repair of a missing required field; `undefined` if the value cannot be inferred. */
export function repairMissing(
  kind: Kind,
  field: string,
  object: JsonObject,
  source: Source,
): Repair | undefined {
  const place = { ...source, pointer: joinPointer(source.pointer, field) };
  switch (`${kind.name}.${field}`) {
    case "OpenAPI.info":
    case "AsyncAPI.info":
      return readAs(place, { title: fileTitle(source.file), version: VERSION });
    case "Info.title":
      return readAs(place, fileTitle(source.file));
    case "Info.version":
      return readAs(place, VERSION);
    case "OpenAPI.paths":
    case "AsyncAPI.channels":
    case "RequestBody.content":
      return readAs(place, {});
    case "Tag.name":
    case "License.name":
      return leaveOut(source);
    case "ServerVariable.default": {
      const values = memberOf(object, "enum");
      const [first] = isJsonArray(values) ? values : [];
      return typeof first === "string" ? readAs(place, first) : undefined;
    }
    case "SecurityScheme.type": {
      const type = schemeType(object);
      return type === undefined ? undefined : readAs(place, type);
    }
    default:
      return undefined;
  }
}

/**
 * Returns the name of a file without folder and extension. A repair uses this name as the missing title of
 * a document.
 */
function fileTitle(file: string): string {
  const name = file.split("/").at(-1) ?? file;
  return name.replace(/\.\w+$/, "") || "API";
}

function schemeType(scheme: JsonObject): string | undefined {
  const marks = [
    ["flows", "oauth2"],
    ["scheme", "http"],
    ["openIdConnectUrl", "openIdConnect"],
    ["in", "apiKey"],
  ] as const;
  const types = marks.filter(([field]) => Object.hasOwn(scheme, field)).map(([, type]) => type);
  return types.length === 1 ? types[0] : undefined;
}

/** Returns the repair of a field whose value is not one of the allowed values. */
export function repairChoice(
  kind: Kind,
  value: string,
  choices: readonly string[],
  source: Source,
  field: string,
): Repair | undefined {
  const place = { ...source, pointer: joinPointer(source.pointer, field) };
  const folded = choices.find((choice) => choice.toLowerCase() === value.trim().toLowerCase());
  if (folded !== undefined) return readAs(place, folded);
  const isScheme = kind.name === "SecurityScheme" && field === "type";
  const scheme = /^(?:basic|bearer)$/i.test(value) ? value.toLowerCase() : undefined;
  if (!isScheme || scheme === undefined) return undefined;
  // Swagger 2.0 writes a scheme of HTTP authentication as the type.
  return {
    reading: `read as the scheme ${JSON.stringify(scheme)} of the type "http"`,
    edits: [
      { do: "set", source: place, value: "http" },
      {
        do: "set",
        source: { ...source, pointer: joinPointer(source.pointer, "scheme") },
        value: scheme,
      },
    ],
  };
}
