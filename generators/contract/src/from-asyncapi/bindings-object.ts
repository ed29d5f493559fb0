import { isJsonObject, type JsonObject } from "@specwright/spec-loader";
import type { Build } from "../reading/build.ts";
import { followReference, resolvedValue } from "../reading/follow-reference.ts";
import { holdsObject, memberOf, type ObjectPlace } from "../reading/place.ts";

/**
 * Reads the bindings of a channel, message or operation unchanged, except that references are replaced by
 * their targets.
 */
export function readBindings(build: Build, parent: ObjectPlace): JsonObject {
  const place = bindingsPlace(build, parent);
  const bindings = place && resolvedValue(build, place);
  return isJsonObject(bindings) ? bindings : {};
}

/** Returns the place of the binding of one protocol, such as `ws`. */
export function bindingOf(
  build: Build,
  parent: ObjectPlace,
  protocol: string,
): ObjectPlace | undefined {
  const bindings = bindingsPlace(build, parent);
  const binding = bindings === undefined ? undefined : memberOf(bindings, protocol);
  return binding !== undefined && holdsObject(binding)
    ? followReference(build, binding)?.place
    : undefined;
}

function bindingsPlace(build: Build, parent: ObjectPlace): ObjectPlace | undefined {
  const bindings = memberOf(parent, "bindings");
  return bindings === undefined ? undefined : followReference(build, bindings)?.place;
}
