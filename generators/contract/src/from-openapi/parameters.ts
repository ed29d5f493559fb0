// The parameters of one operation, including those of its path, checked against the path.

import type { Source } from "@specwright/spec-loader";
import type { Parameter, ParameterGroup, ParameterLocation } from "../model/operation.ts";
import type { Build } from "../reading/build.ts";
import { declareComposed, declareUse } from "../reading/declarations.ts";
import { listField } from "../reading/fields.ts";
import { type ObjectPlace, type Place, sourceOf } from "../reading/place.ts";
import { templateNames } from "../reading/template-names.ts";
import { gatherSchema, stringSchema } from "../schema/gathered-schema.ts";
import { parameterLocations, readParameter } from "./parameter-object.ts";

/** The parameters of an operation. */
export interface ListedParameters {
  readonly all: readonly Parameter[];
  /** Those that the path item lists, for all its operations. */
  readonly inherited: ReadonlySet<Parameter>;
}

/**
 * Reads the parameters of an operation; its own ones override those of the path with the same name
 * and location.
 */
export function readParameters(
  build: Build,
  pathLevel: ObjectPlace | undefined,
  operation: ObjectPlace,
): ListedParameters {
  const inherited = pathLevel === undefined ? [] : readList(build, pathLevel);
  const own = readList(build, operation);
  const merged = new Map([...inherited, ...own].map((parameter) => [keyOf(parameter), parameter]));
  return { all: sortByLocation([...merged.values()]), inherited: new Set(inherited) };
}

/**
 * Adapts the parameters to the templates of a path: a template without a parameter gets a string,
 * and a path parameter without a template is dropped. The loader reports both.
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
    fitting.push(undeclared(name, sourceOf(path.place)));
  }
  return sortByLocation(fitting);
}

/**
 * Groups parameters by location, each group in a declaration named `<id> path`, `<id> query` and so
 * on. `sourceFor` returns the list that the members of a group stand in.
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
    const [first] = members;
    if (first === undefined) continue;
    const names = [`${id} ${groupWords[location]}`];
    const whole = location === "querystring" ? (first.content?.schema ?? first.schema) : undefined;
    const declaration =
      whole === undefined
        ? declareComposed(build, gather(members, location, sourceFor(members)), "parameters", names)
        : declareUse(build, whole, "parameters", names);
    groups.push({ in: location, declaration });
  }
  return groups;
}

/**
 * Combines the parameters of one location into an object schema. Headers and cookies are open,
 * because requests carry others too.
 */
export function gather(
  parameters: readonly Parameter[],
  location: ParameterLocation,
  source: Source,
): ReturnType<typeof gatherSchema> {
  const members = parameters.map((parameter) => {
    const schema = parameter.schema ?? parameter.content?.schema;
    return schema === undefined ? parameter : { ...parameter, schema };
  });
  return gatherSchema(members, { source, closed: location === "path" || location === "query" });
}

const groupWords: Readonly<Record<ParameterLocation, string>> = {
  path: "path",
  query: "query",
  querystring: "querystring",
  header: "headers",
  cookie: "cookies",
};

function readList(build: Build, parent: ObjectPlace): Parameter[] {
  const parameters = new Map<string, Parameter>();
  for (const place of listField(build, parent, "parameters")) {
    const parameter = readParameter(build, place);
    if (parameter !== undefined) parameters.set(keyOf(parameter), parameter);
  }
  return [...parameters.values()];
}

function keyOf(parameter: Parameter): string {
  const name = parameter.in === "header" ? parameter.name.toLowerCase() : parameter.name;
  return `${parameter.in} ${name}`;
}

function sortByLocation(parameters: readonly Parameter[]): Parameter[] {
  return parameterLocations.flatMap((location) =>
    parameters.filter((parameter) => parameter.in === location),
  );
}

function undeclared(name: string, source: Source): Parameter {
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
