import type { Parameter, ParameterLocation } from "../model/operation.ts";
import { type Build, once } from "../reading/build.ts";
import { declareUse } from "../reading/declarations.ts";
import { isDeprecated, readExtensions } from "../reading/extensions.ts";
import { flagField, textField } from "../reading/fields.ts";
import { type Followed, follow } from "../reading/follow.ts";
import {
  member,
  type ObjectPlace,
  type Place,
  pointerSegments,
  sourceOf,
} from "../reading/place.ts";
import { present } from "../reading/present.ts";
import { report } from "../reading/problems.ts";
import { readSchema } from "../schema/read-schema.ts";
import { readExamples } from "./example-object.ts";
import { readContent } from "./media-type-object.ts";

/** The locations, in the order of parameters. */
export const parameterLocations: readonly ParameterLocation[] = [
  "path",
  "query",
  "querystring",
  "header",
  "cookie",
];

const ignoredHeaders: readonly string[] = ["accept", "content-type", "authorization"];

/**
 * Reads a Parameter Object; returns undefined if it is invalid, or if OpenAPI says to ignore it.
 */
export function readParameter(build: Build, start: Place): Parameter | undefined {
  const followed = follow(build, start);
  if (followed === undefined) return undefined;
  const parameter = once(build, "parameter", followed.place, () =>
    parameterAt(build, followed.place),
  );
  return parameter === undefined ? undefined : describedBy(followed, parameter);
}

/**
 * Reads a Header Object of a response as a parameter, and declares its schema. `use` is the
 * response in the names of the schemas of headers that are not components.
 */
export function readHeader(
  build: Build,
  name: string,
  start: Place,
  use: string,
): Parameter | undefined {
  const followed = follow(build, start);
  if (followed === undefined || name.toLowerCase() === "content-type") return undefined;
  const header = parameterFields(build, followed.place, name, "header");
  const schema = header.schema ?? header.content?.schema;
  const names = [`${componentHeaderOf(followed.place) ?? `${use} ${name}`} header`];
  return describedBy(
    followed,
    schema === undefined
      ? header
      : { ...header, declaration: declareUse(build, schema, "parameters", names) },
  );
}

/**
 * Returns the key of a header under `components/headers`; undefined for a header that is elsewhere.
 */
function componentHeaderOf({ pointer }: Place): string | undefined {
  const [root, kind, key, ...below] = pointerSegments(pointer);
  return root === "components" && kind === "headers" && below.length === 0 ? key : undefined;
}

function parameterAt(build: Build, place: ObjectPlace): Parameter | undefined {
  const name = textField(build, place, "name");
  const location = parameterLocations.find((known) => known === place.value["in"]);
  if (name === undefined || location === undefined) {
    report(build, "FIELD_SHAPE", place, "A parameter needs a `name` and a known `in`.");
    return undefined;
  }
  if (location === "header" && ignoredHeaders.includes(name.toLowerCase())) {
    report(
      build,
      "PARAMETER_IGNORED",
      place,
      `OpenAPI gives a header parameter \`${name}\` no force.`,
    );
    return undefined;
  }
  return parameterFields(build, place, name, location);
}

function parameterFields(
  build: Build,
  place: ObjectPlace,
  name: string,
  location: ParameterLocation,
): Parameter {
  const style = textField(build, place, "style") ?? defaultStyle(location);
  const schema = member(place, "schema");
  return present({
    name,
    in: location,
    required: location === "path" || (flagField(build, place, "required") ?? false),
    description: textField(build, place, "description"),
    deprecated: isDeprecated(place),
    style,
    explode: flagField(build, place, "explode") ?? (style === "form" || style === "cookie"),
    allowReserved: flagField(build, place, "allowReserved") ?? false,
    schema: schema === undefined ? undefined : readSchema(build, schema),
    content: readContent(build, place, [])[0],
    examples: readExamples(build, place),
    extensions: readExtensions(place),
    source: sourceOf(place),
  });
}

function defaultStyle(location: ParameterLocation): string {
  return location === "path" || location === "header" ? "simple" : "form";
}

function describedBy({ description }: Followed, parameter: Parameter): Parameter {
  return description === undefined ? parameter : { ...parameter, description };
}
