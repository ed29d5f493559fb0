/** A JSON object that tests may edit. */
export type Editable = { [key: string]: unknown };

/** A schema in a document, with a function that replaces it. */
export interface Slot {
  readonly schema: Editable;
  readonly replace: (schema: Editable) => void;
  /** Whether the schema is a component that other places refer to. */
  readonly isComponent: boolean;
}

const single = ["items", "additionalProperties", "not"];
const lists = ["allOf", "anyOf", "oneOf"];

/** Lists the schemas of an OpenAPI document: components, and the schemas of all other places. */
export function schemaSlots(document: Editable): Slot[] {
  const slots: Slot[] = [];
  const schemas = member(member(document, "components"), "schemas");
  for (const name of Object.keys(schemas ?? {})) addSlot(slots, schemas, name, true);
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) visit(each);
    const object = objectOf(value);
    if (object === undefined) return;
    for (const [key, child] of Object.entries(object)) {
      if (key === "example" || key === "examples" || key === "schemas") continue;
      if (key === "schema") addSlot(slots, object, key, false);
      else visit(child);
    }
  };
  visit(document["paths"]);
  visit(document["components"]);
  return slots;
}

function addSlot(
  slots: Slot[],
  parent: Editable | undefined,
  key: string,
  isComponent: boolean,
): void {
  const schema = member(parent, key);
  if (schema === undefined || parent === undefined) return;
  slots.push({
    schema,
    isComponent,
    replace: (other) => {
      parent[key] = other;
    },
  });
  const properties = member(schema, "properties");
  for (const name of Object.keys(properties ?? {})) addSlot(slots, properties, name, false);
  for (const keyword of single) addSlot(slots, schema, keyword, false);
  for (const keyword of lists) {
    const list = schema[keyword];
    if (!Array.isArray(list)) continue;
    for (const [index, branch] of list.entries()) {
      const holder: Editable = { branch };
      const at = slots.length;
      addSlot(slots, holder, "branch", false);
      const slot = slots[at];
      if (slot !== undefined) {
        slots[at] = {
          ...slot,
          replace: (other) => {
            list[index] = other;
          },
        };
      }
    }
  }
}

export function objectOf(value: unknown): Editable | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Editable)
    : undefined;
}

/** Returns the member of an object if it is an object itself, otherwise undefined. */
export function member(object: Editable | undefined, key: string): Editable | undefined {
  return object !== undefined && Object.hasOwn(object, key) ? objectOf(object[key]) : undefined;
}
