import type { JsonObject } from "@specwright/spec-loader";
import { mapField, readExtensions, textField } from "../reading/fields.ts";
import { followReference } from "../reading/follow-reference.ts";
import { type ObjectPlace, omitUndefined, type Place, sourceOf } from "../reading/place.ts";
import type { AsyncApi, ServerReading } from "./asyncapi.ts";
import { readBindings } from "./bindings-object.ts";
import { readSecurity } from "./security.ts";

/** Reads the servers of a document, in code point order of their keys. */
export function readServers(
  asyncapi: Omit<AsyncApi, "servers">,
  root: ObjectPlace,
): ServerReading[] {
  return mapField(asyncapi.build, root, "servers")
    .map(([id, place]) => readServer(asyncapi, id, place))
    .filter((server) => server !== undefined);
}

function readServer(
  asyncapi: Omit<AsyncApi, "servers">,
  id: string,
  start: Place,
): ServerReading | undefined {
  const { build, major } = asyncapi;
  const place = followReference(build, start)?.place;
  if (place === undefined) return undefined;
  const protocol = textField(build, place, "protocol") ?? "";
  const variables = new Map<string, JsonObject>();
  for (const [name, variable] of mapField(build, place, "variables")) {
    const value = followReference(build, variable)?.place.value;
    if (value !== undefined) variables.set(name, value);
  }
  const pathname = textField(build, place, "pathname") ?? "";
  const path = pathname === "" || beginsWithSlash(pathname, variables) ? pathname : `/${pathname}`;
  const url =
    major === 2
      ? (textField(build, place, "url") ?? "")
      : `${protocol}://${textField(build, place, "host") ?? ""}${path}`;
  const security = readSecurity(asyncapi, place, id);
  const server = omitUndefined({
    id,
    url,
    protocol,
    description: textField(build, place, "description"),
    variables,
    security,
    bindings: readBindings(build, place),
    extensions: readExtensions(place),
    source: sourceOf(place),
  });
  return { server, security };
}

/**
 * Reports whether a host and a path can be joined without a slash between them. The path must begin with a
 * slash, or with a variable whose value can be empty or begin with a slash.
 */
function beginsWithSlash(pathname: string, variables: ReadonlyMap<string, JsonObject>): boolean {
  const [, name] = /^\{([^{}]*)\}/.exec(pathname) ?? [];
  if (name === undefined) return pathname.startsWith("/");
  const { default: preset, examples, enum: listed } = variables.get(name) ?? {};
  const values = [preset, examples, listed].flat();
  return values.some((each) => each === "" || (typeof each === "string" && each.startsWith("/")));
}
