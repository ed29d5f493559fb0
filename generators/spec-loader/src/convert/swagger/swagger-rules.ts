// The rules that convert Swagger 2.0 to OpenAPI 3.1.

import { swagger2Grammar } from "../../grammar/swagger-2.ts";
import type { Converter, Rule, Rules } from "../converter.ts";
import {
  keptPart,
  memberAt,
  membersAt,
  type ObjectPlace,
  objectPart,
  type Part,
  type Place,
  scalarPart,
  textAt,
  textsAt,
} from "../part.ts";
import { componentNames } from "./component-names.ts";
import { renamedMapping } from "./discriminator.ts";
import { convertPathItem, type Defaults, unique } from "./operation.ts";
import { convertParameter } from "./parameter.ts";
import { convertBody } from "./request-body.ts";
import { convertResponse } from "./response.ts";
import { convertSchema } from "./schema.ts";
import { convertSecurityScheme } from "./security-scheme.ts";
import { convertServers, serverFields } from "./servers.ts";

/** The version of the converted document. */
export const OPENAPI_VERSION = "3.1.1";

/** Returns the rules that convert Swagger 2.0 to OpenAPI 3.1. */
export function swaggerRules(root: Place): Rules {
  const defaults: Defaults = {
    root,
    consumes: unique(textsAt(memberAt(root, "consumes"))),
    produces: unique(textsAt(memberAt(root, "produces"))),
  };
  const namesIn = (section: string) =>
    componentNames({ report: () => undefined }, memberAt(root, section));
  const schemeNames = namesIn("securityDefinitions");
  const schemas = { place: memberAt(root, "definitions"), names: namesIn("definitions") };
  const kinds: Readonly<Record<string, Rule>> = {
    Swagger: (converter, place) => convertDocument(converter, place),
    PathItem: (converter, place) => convertPathItem(converter, defaults, place),
    Parameter: (converter, place) => convertSharedParameter(converter, defaults, place),
    Response: (converter, place) => convertResponse(converter, place, defaults.produces),
    Schema: (converter, place) => {
      const schema = convertSchema(converter, place);
      const tag = memberAt(place, "discriminator");
      const mapping = tag && textAt(tag) && renamedMapping(converter, schemas, place, tag);
      if (!mapping || schema.is !== "object") return schema;
      const discriminator = objectPart(tag, { propertyName: keptPart(tag), mapping });
      return objectPart(place, new Map(schema.members).set("discriminator", discriminator));
    },
    SecurityScheme: convertSecurityScheme,
    SecurityRequirement: (converter, place) => convertRequirement(converter, schemeNames, place),
  };
  return { grammar: swagger2Grammar, kinds, besideReference: new Set(["description"]) };
}

function convertSharedParameter(
  converter: Converter,
  { consumes }: Defaults,
  place: ObjectPlace,
): Part {
  const isBody = memberAt(place, "in")?.value === "body";
  return isBody ? convertBody(converter, place, consumes) : convertParameter(converter, place);
}

/**
 * Maps the sections of Swagger 2.0 to the sections of `components`, and to the kinds of objects in them.
 */
const sections: Readonly<Record<string, readonly [section: string, kind: string]>> = {
  definitions: ["schemas", "Schema"],
  parameters: ["parameters", "Parameter"],
  responses: ["responses", "Response"],
  securityDefinitions: ["securitySchemes", "SecurityScheme"],
};

function convertDocument(converter: Converter, root: ObjectPlace): Part {
  const members = new Map<string, Part>();
  for (const [key, member] of membersAt(root)) {
    if (key === "swagger") members.set("openapi", scalarPart(member, OPENAPI_VERSION));
    else if (serverFields.has(key)) {
      const servers = members.get("servers") ?? convertServers(converter, root);
      if (servers !== undefined) members.set("servers", servers);
    } else if (Object.hasOwn(sections, key)) {
      if (!members.has("components")) members.set("components", convertSections(converter, root));
    } else if (key !== "consumes" && key !== "produces") {
      members.set(key, converter.field("Swagger", key, member));
    }
  }
  return objectPart(root, members);
}

function convertSections(converter: Converter, root: ObjectPlace): Part {
  const components = new Map<string, Part>();
  for (const [key, section] of membersAt(root)) {
    const [name, kind] = (Object.hasOwn(sections, key) && sections[key]) || [];
    if (name === undefined || kind === undefined) continue;
    const names = componentNames(converter, section);
    const convertAll = (wanted: (place: Place) => boolean): (readonly [string, Part])[] =>
      membersAt(section)
        .filter(([, place]) => wanted(place))
        .map(([old, place]) => [names.get(old) ?? old, converter.convert(kind, place)]);
    if (key !== "parameters") {
      components.set(
        name,
        objectPart(
          section,
          convertAll(() => true),
        ),
      );
      continue;
    }
    const locationOf = (place: Place): string | undefined => {
      const target = converter.follow(place);
      return target && textAt(memberAt(target, "in"));
    };
    const others = convertAll((place) => !/^(?:body|formData)$/.test(locationOf(place) ?? ""));
    const bodies = convertAll((place) => locationOf(place) === "body");
    for (const [old, place] of membersAt(section)) {
      if (locationOf(place) !== "formData") continue;
      const message = `the shared form field ${JSON.stringify(old)} is copied into each form that refers to it`;
      converter.report("CONVERT_DROPPED", place, message);
    }
    if (others.length > 0) components.set(name, objectPart(section, others));
    if (bodies.length > 0) components.set("requestBodies", objectPart(section, bodies));
  }
  return objectPart(root, components);
}

/** Converts a security requirement. Uses the new names of schemes whose names OpenAPI 3 does not allow. */
function convertRequirement(
  converter: Converter,
  names: ReadonlyMap<string, string>,
  place: ObjectPlace,
): Part {
  return objectPart(
    place,
    membersAt(place).map(([name, scopes]) => [
      names.get(name) ?? name,
      converter.field("SecurityRequirement", name, scopes),
    ]),
  );
}
