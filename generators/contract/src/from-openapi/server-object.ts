import type { JsonObject } from "@specwright/spec-loader";
import type { Server } from "../model/server.ts";
import type { Build } from "../reading/build.ts";
import { listField, mapField, readExtensions, reportShape, textField } from "../reading/fields.ts";
import { holdsObject, type ObjectPlace, omitUndefined, sourceOf } from "../reading/place.ts";

/** Reads the `servers` of a document, path or operation. */
export function readServers(build: Build, parent: ObjectPlace): Server[] {
  const servers: Server[] = [];
  for (const place of listField(build, parent, "servers")) {
    if (!holdsObject(place)) {
      reportShape(build, place, "an object");
      continue;
    }
    const url = textField(build, place, "url") ?? "/";
    const variables = new Map<string, JsonObject>();
    for (const [name, variable] of mapField(build, place, "variables")) {
      if (holdsObject(variable)) variables.set(name, variable.value);
      else reportShape(build, variable, "an object");
    }
    servers.push(
      omitUndefined({
        id: url,
        url,
        protocol: /^([a-z][a-z0-9+.-]*):/i.exec(url)?.[1]?.toLowerCase() ?? "http",
        description: textField(build, place, "description"),
        variables,
        extensions: readExtensions(place),
        source: sourceOf(place),
      }),
    );
  }
  return servers;
}
