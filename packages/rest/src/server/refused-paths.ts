// Finds paths that match the template of a route but belong to a different route, because a parameter
// refuses their text. For example, `/users/login` does not belong to `/users/{id}` if the id is a number.

import { decodePath, type PathTemplate, pointerSteps } from "@specwright/runtime";
import type { OperationDescriptor } from "@specwright/runtime/codegen";
import { checkParameters } from "@specwright/runtime/transport";

/** A path of the table. */
export interface PathOwner {
  readonly template: PathTemplate;
  /** The path with `{}` for every parameter. */
  readonly shape: string;
}

/**
 * Maps a fixed text that a parameter of this route refuses to the templates of the paths that contain this
 * text.
 */
export type RefusedPaths = ReadonlyMap<string, readonly PathTemplate[]>;

/** Finds the paths whose fixed text the parameters of a route refuse. */
export function refusedPaths(
  { operation, template, shape }: PathOwner & { readonly operation: OperationDescriptor },
  fixed: readonly PathOwner[],
): RefusedPaths {
  const refused = new Map<string, PathTemplate[]>();
  const segments = shape.split("/");
  for (const other of fixed) {
    // Where the other path has a parameter, the parameter also matches the text of this path.
    const common = other.shape
      .split("/")
      .map((segment, at) => (segment.includes("{") ? segments[at] : segment));
    for (const [name, text] of template.match(common.join("/")) ?? []) {
      if (text.includes("{") || acceptsText(operation, name, text)) continue;
      refused.set(text, [...(refused.get(text) ?? []), other.template]);
    }
  }
  return refused;
}

/** Reports whether a text can be the value of a path parameter. */
function acceptsText(
  { parameters, validators }: OperationDescriptor,
  name: string,
  text: string,
): boolean {
  const own = parameters.filter((each) => each.in === "path" && each.name === name);
  const decoded = decodePath(own, new Map([[name, text]]));
  const { issues } = checkParameters("path", validators.path, decoded);
  // Only the issues of this parameter count, because all other parameters are missing here.
  return (
    decoded.issues.length === 0 &&
    !issues.some(({ pointer }) => String(pointerSteps(pointer)[0]) === name)
  );
}
