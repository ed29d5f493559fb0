import type { Source } from "@specwright/spec-loader";
import type { Parameter, ParameterGroup, ParameterLocation } from "../model/operation.ts";
import { type Build, readOnce } from "../reading/build.ts";
import { declareComposed, declareUse } from "../reading/declarations.ts";
import {
  flagField,
  isDeprecated,
  listField,
  mapField,
  readExtensions,
  textField,
} from "../reading/fields.ts";
import { type Followed, followReference } from "../reading/follow-reference.ts";
import {
  memberOf,
  type ObjectPlace,
  omitUndefined,
  type Place,
  pointerSegments,
  sourceOf,
  templateNames,
} from "../reading/place.ts";
import { reportProblem } from "../reading/problems.ts";
import { gatherSchema, stringSchema } from "../schema/gathered-schema.ts";
import { readSchema } from "../schema/schema-object.ts";
import type { ReadPartHeaders } from "./encoding-object.ts";
import { readExamples } from "./example-object.ts";
import { readContent } from "./media-type-object.ts";

/** The locations, in the order in which parameters are sorted. */
export const parameterLocations: readonly ParameterLocation[] = [
  "path",
  "query",
  "querystring",
  "header",
  "cookie",
];

const ignoredHeaders: readonly string[] = ["accept", "content-type", "authorization"];

/**
 * Reads a Parameter Object. Returns undefined if the parameter is invalid, or if OpenAPI ignores the
 * parameter.
 */
export function readParameter(build: Build, start: Place): Parameter | undefined {
  const followed = followReference(build, start);
  if (followed === undefined) return undefined;
  const parameter = readOnce(build, "parameter", followed.place, () =>
    parameterAt(build, followed.place),
  );
  return parameter === undefined ? undefined : describedBy(followed, parameter);
}

/**
 * Reads a Header Object of a response as a parameter, and declares its schema. The names of inline schemas
 * begin with `use`, the name of the response.
 */
export function readHeader(
  build: Build,
  name: string,
  start: Place,
  use: string,
): Parameter | undefined {
  const followed = followReference(build, start);
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

/** Returns the key of a header under `components/headers`; undefined for an inline header. */
function componentHeaderOf({ pointer }: Place): string | undefined {
  const [root, kind, key, ...below] = pointerSegments(pointer);
  return root === "components" && kind === "headers" && below.length === 0 ? key : undefined;
}

function parameterAt(build: Build, place: ObjectPlace): Parameter | undefined {
  const name = textField(build, place, "name");
  const location = parameterLocations.find((known) => known === place.value["in"]);
  if (name === undefined || location === undefined) {
    reportProblem(build, "FIELD_SHAPE", place, "A parameter must have a `name` and a valid `in`.");
    return undefined;
  }
  if (location === "header" && ignoredHeaders.includes(name.toLowerCase())) {
    reportProblem(
      build,
      "PARAMETER_IGNORED",
      place,
      `OpenAPI ignores a header parameter named \`${name}\`.`,
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
  const schema = memberOf(place, "schema");
  return omitUndefined({
    name,
    in: location,
    required: location === "path" || (flagField(build, place, "required") ?? false),
    description: textField(build, place, "description"),
    deprecated: isDeprecated(place),
    style,
    explode: flagField(build, place, "explode") ?? (style === "form" || style === "cookie"),
    allowReserved: flagField(build, place, "allowReserved") ?? false,
    allowEmptyValue: flagField(build, place, "allowEmptyValue"),
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

/** The parameters of an operation. */
export interface ListedParameters {
  readonly all: readonly Parameter[];
  /** Parameters that the path item declares for all its operations. */
  readonly inherited: ReadonlySet<Parameter>;
}

/**
 * Reads the parameters of an operation. A parameter of the operation overrides the parameter of the path
 * item with the same name and location.
 */
export function readParameters(
  build: Build,
  pathLevel: ObjectPlace | undefined,
  operation: ObjectPlace,
): ListedParameters {
  const inherited = pathLevel === undefined ? [] : readList(build, pathLevel);
  const own = readList(build, operation);
  const merged = new Map(
    [...inherited, ...own].map((parameter) => [parameterKey(parameter), parameter]),
  );
  return { all: sortByLocation([...merged.values()]), inherited: new Set(inherited) };
}

/**
 * Adapts the parameters to a path. If the path has a name in braces without a parameter, a string parameter
 * is added. If the path does not contain a path parameter, the parameter is dropped. The loader reports
 * both cases.
 */
export function fitToPath(
  parameters: readonly Parameter[],
  path: { readonly text: string; readonly place: Place },
): Parameter[] {
  const templates = templateNames(path.text);
  const fitting = parameters.filter(
    (parameter) => parameter.in !== "path" || templates.includes(parameter.name),
  );
  for (const name of templates) {
    if (fitting.some((parameter) => parameter.in === "path" && parameter.name === name)) continue;
    fitting.push(undeclaredParameter(name, sourceOf(path.place)));
  }
  return sortByLocation(fitting);
}

/**
 * Groups parameters by location. The declaration of a group is named `<id> path`, `<id> query` and so on.
 * `sourceFor` returns the source of the list that contains the members of a group.
 */
export function groupParameters(
  build: Build,
  id: string,
  parameters: readonly Parameter[],
  sourceFor: (members: readonly Parameter[]) => Source,
): ParameterGroup[] {
  const groups: ParameterGroup[] = [];
  for (const location of parameterLocations) {
    const members = parameters.filter((parameter) => parameter.in === location);
    if (members.length === 0) continue;
    const names = [`${id} ${groupWords[location]}`];
    const schema = gatherParameters(members, location, sourceFor(members));
    groups.push({ in: location, declaration: declareComposed(build, schema, "parameters", names) });
  }
  return groups;
}

/**
 * Combines the parameters of one location into an object schema. The schema of headers or cookies is open,
 * because requests contain other headers and cookies too.
 */
export function gatherParameters(
  parameters: readonly Parameter[],
  location: ParameterLocation,
  source: Source,
): ReturnType<typeof gatherSchema> {
  const members = parameters.map((parameter) => {
    const schema = parameter.schema ?? parameter.content?.schema;
    return schema === undefined ? parameter : { ...parameter, schema };
  });
  const closed = location === "path" || location === "query" || location === "querystring";
  return gatherSchema(members, { source, closed });
}

const groupWords: Readonly<Record<ParameterLocation, string>> = {
  path: "path",
  query: "query",
  querystring: "query",
  header: "headers",
  cookie: "cookies",
};

function readList(build: Build, parent: ObjectPlace): Parameter[] {
  const parameters = new Map<string, Parameter>();
  for (const place of listField(build, parent, "parameters")) {
    const parameter = readParameter(build, place);
    if (parameter !== undefined) parameters.set(parameterKey(parameter), parameter);
  }
  return [...parameters.values()];
}

function parameterKey(parameter: Parameter): string {
  const name = parameter.in === "header" ? parameter.name.toLowerCase() : parameter.name;
  return `${parameter.in} ${name}`;
}

function sortByLocation(parameters: readonly Parameter[]): Parameter[] {
  return parameterLocations.flatMap((location) =>
    parameters.filter((parameter) => parameter.in === location),
  );
}

function undeclaredParameter(name: string, source: Source): Parameter {
  return {
    name,
    in: "path",
    required: true,
    deprecated: false,
    style: "simple",
    explode: false,
    allowReserved: false,
    schema: stringSchema(source),
    examples: [],
    extensions: new Map(),
    source,
  };
}

/** Reads the headers that an Encoding Object describes. */
export const readPartHeaders: ReadPartHeaders = (build, place, { use, isNamed }) => {
  const headers = mapField(build, place, "headers")
    .filter(([name]) => !isNamed || name.toLowerCase() !== "content-disposition")
    .map(([name, header]) => readHeader(build, name, header, use))
    .filter((header) => header !== undefined);
  if (headers.length === 0) return { headers };
  const source = { file: place.file, pointer: `${place.pointer}/headers` };
  const schema = gatherParameters(headers, "header", source);
  const names = [`${use} headers`];
  return { headers, headersDeclaration: declareComposed(build, schema, "parameters", names) };
};
