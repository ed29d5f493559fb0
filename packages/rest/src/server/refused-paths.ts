// Paths of other routes that the parameters of a route cannot have: `/users/login`, where the id of
// `/users/{id}` is a number.

import { decodePath, type PathTemplate, pointerSteps } from "@specwright/runtime";
import type { OperationDescriptor } from "@specwright/runtime/codegen";
import { checkParameters } from "@specwright/runtime/transport";

/** A path of the table. */
export interface PathOwner {
  readonly template: PathTemplate;
  /** The path with `{}` for every parameter. */
  readonly shape: string;
}

/** The templates of other paths, by the text in them that a parameter refuses. */
export type RefusedPaths = ReadonlyMap<string, readonly PathTemplate[]>;

/** Finds the paths, of those with more fixed text, that the parameters of a route refuse. */
export function refusedPaths(
  { operation, template, shape }: PathOwner & { readonly operation: OperationDescriptor },
  fixed: readonly PathOwner[],
): RefusedPaths {
  const refused = new Map<string, PathTemplate[]>();
  const segments = shape.split("/");
  for (const other of fixed) {
    // Where the other path has a parameter, any text of this one is also a path of the other.
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

/** Whether a text can be the value of a path parameter. */
function acceptsText(
  { parameters, validators }: OperationDescriptor,
  name: string,
  text: string,
): boolean {
  const own = parameters.filter((each) => each.in === "path" && each.name === name);
  const decoded = decodePath(own, new Map([[name, text]]));
  const { issues } = checkParameters("path", validators.path, decoded);
  // The other parameters are missing.
  return (
    decoded.issues.length === 0 &&
    !issues.some(({ pointer }) => String(pointerSteps(pointer)[0]) === name)
  );
}
