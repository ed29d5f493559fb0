import { extensionSchemas } from "@specwright/spec-loader";

/** The parts of JSON Schema that contain fields. */
interface Shape {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Shape>>;
  readonly oneOf?: readonly Shape[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly additionalProperties?: boolean | Shape;
  readonly items?: Shape;
}

/**
 * Lists the fields of an extension by their paths, such as `beats/everyMs`, each once. The path has no step
 * for list items and for members that the user names. A recursive part is listed once.
 */
export function extensionFields(name: string): readonly string[] {
  const root: Shape = extensionSchemas[name] ?? {};
  const found = new Set<string>();
  visit(root, "", []);
  return [...found];

  function visit(shape: Shape, path: string, within: readonly string[]): void {
    const { $ref, oneOf = [], properties = {}, additionalProperties, items } = shape;
    if ($ref !== undefined && !within.includes($ref)) {
      const target = root.$defs?.[$ref.slice("#/$defs/".length)];
      if (target !== undefined) visit(target, path, [...within, $ref]);
    }
    for (const each of oneOf) visit(each, path, within);
    for (const [key, each] of Object.entries(properties)) {
      const inner = path === "" ? key : `${path}/${key}`;
      found.add(inner);
      visit(each, inner, within);
    }
    if (typeof additionalProperties === "object") visit(additionalProperties, path, within);
    if (items !== undefined) visit(items, path, within);
  }
}
