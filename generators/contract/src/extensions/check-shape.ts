// Checks the value of an extension against the JSON Schema of the extension, and reports each fault at its
// place. Supports only the keywords that the schemas of extensions use. The loader has a separate checker
// (`check-rule.ts`). That checker has other messages, and follows the references of an AsyncAPI document.

import { isJsonArray, isJsonObject, type JsonValue, nearestName } from "@specwright/spec-loader";
import type { Build } from "../reading/build.ts";
import {
  holdsObject,
  kindOf,
  listItems,
  listMembers,
  memberOf,
  type Place,
  pointerSegments,
} from "../reading/place.ts";
import { reportExtension } from "./rule-fields.ts";

/** The part of JSON Schema that the schemas of extensions use. */
interface Shape {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Shape>>;
  readonly type?: string | readonly string[];
  readonly const?: JsonValue;
  readonly enum?: readonly JsonValue[];
  readonly oneOf?: readonly Shape[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly additionalProperties?: boolean | Shape;
  readonly propertyNames?: Shape;
  readonly minProperties?: number;
  readonly items?: Shape;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly description?: string;
}

interface Fault {
  readonly place: Place;
  readonly message: string;
}

/** Reports the faults of a value. Returns false if the value does not match the schema. */
export function checkShape(build: Build, place: Place, schema: object): boolean {
  const root: Shape = schema;
  const faults = findFaults(root, root, place);
  for (const fault of faults) reportExtension(build, fault.place, fault.message);
  return faults.length === 0;
}

function findFaults(root: Shape, shape: Shape, place: Place): readonly Fault[] {
  if (shape.$ref !== undefined) {
    const target = root.$defs?.[shape.$ref.slice("#/$defs/".length)];
    return target === undefined ? [] : findFaults(root, target, place);
  }
  if (shape.oneOf !== undefined) return findAlternative(root, shape.oneOf, place);
  const { value } = place;
  const name = placeName(place);
  if (shape.const !== undefined && value !== shape.const) {
    return [
      createFault(
        place,
        `\`${name}\` must be ${constantText(shape.const)}, but is ${valueWords(value)}.`,
      ),
    ];
  }
  if (shape.enum !== undefined && !shape.enum.includes(value)) {
    const words = shape.enum.map(constantText).join(", ");
    return [
      createFault(place, `\`${name}\` must be one of ${words}, but is ${valueWords(value)}.`),
    ];
  }
  if (shape.type !== undefined && !hasType(value, shape.type)) {
    return [
      createFault(place, `\`${name}\` must be ${typeWords(shape.type)}, but is ${kindOf(value)}.`),
    ];
  }
  if (typeof value === "string") return findTextFaults(shape, place, value);
  if (typeof value === "number") return findNumberFaults(shape, place, value);
  if (isJsonArray(value)) return findListFaults(root, shape, place);
  return isJsonObject(value) ? findObjectFaults(root, shape, place) : [];
}

function findTextFaults({ minLength = 0, pattern }: Shape, place: Place, value: string): Fault[] {
  if (value.length < minLength)
    return [createFault(place, `\`${placeName(place)}\` must not be empty.`)];
  if (pattern === undefined || new RegExp(pattern, "u").test(value)) return [];
  const what = pattern.startsWith("^(/")
    ? "a JSON Pointer, such as `/data/id`"
    : `a string that matches ${pattern}`;
  return [createFault(place, `\`${placeName(place)}\` must be ${what}, but is \`${value}\`.`)];
}

function findNumberFaults({ minimum, maximum }: Shape, place: Place, value: number): Fault[] {
  if (minimum !== undefined && value < minimum) {
    return [
      createFault(place, `\`${placeName(place)}\` must be at least ${minimum}, but is ${value}.`),
    ];
  }
  if (maximum === undefined || value <= maximum) return [];
  return [
    createFault(place, `\`${placeName(place)}\` must be at most ${maximum}, but is ${value}.`),
  ];
}

function findListFaults(root: Shape, shape: Shape, place: Place): Fault[] {
  const all = listItems(place);
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY, items: item } = shape;
  if (all.length < minItems || all.length > maxItems) {
    const count = minItems === maxItems ? `${minItems}` : `at least ${minItems}`;
    return [
      createFault(
        place,
        `\`${placeName(place)}\` must have ${count} items, but has ${all.length}.`,
      ),
    ];
  }
  return item === undefined ? [] : all.flatMap((each) => findFaults(root, item, each));
}

function findObjectFaults(root: Shape, shape: Shape, place: Place): Fault[] {
  if (!holdsObject(place)) return [];
  const { required = [], properties = {}, additionalProperties = true, propertyNames } = shape;
  const { minProperties = 0 } = shape;
  if (listMembers(place).length < minProperties) {
    return [createFault(place, `\`${placeName(place)}\` must not be empty.`)];
  }
  const missing = required
    .filter((name) => memberOf(place, name) === undefined)
    .map((name) => createFault(place, `\`${placeName(place)}\` must have \`${name}\`.`));
  const faults = listMembers(place).flatMap(([name, each]): readonly Fault[] => {
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (known !== undefined) return findFaults(root, known, each);
    if (additionalProperties === false) {
      // Unknown members that begin with `x-` are allowed.
      return name.startsWith("x-") ? [] : [unknownMember(each, name, Object.keys(properties))];
    }
    const ofName =
      propertyNames === undefined ? [] : findFaults(root, propertyNames, { ...each, value: name });
    const ofValue =
      typeof additionalProperties === "object" ? findFaults(root, additionalProperties, each) : [];
    return [...ofName, ...ofValue];
  });
  return [...missing, ...faults];
}

function unknownMember(place: Place, name: string, known: readonly string[]): Fault {
  const nearest = nearestName(name, known);
  const hint =
    nearest === undefined ? `Fields here: ${known.join(", ")}.` : `Did you mean \`${nearest}\`?`;
  return createFault(place, `Unknown field \`${name}\`. ${hint}`);
}

/** Returns the faults of a value, compared with the alternative that is most similar to the value. */
function findAlternative(root: Shape, shapes: readonly Shape[], place: Place): readonly Fault[] {
  const tagged = shapes.filter((shape) => hasConstants(shape, place));
  const meant = tagged.length === 0 ? shapes : tagged;
  const results = meant.map((shape) => findFaults(root, shape, place));
  const [best = []] = results.toSorted((left, right) => left.length - right.length);
  if (best.length === 0) return [];
  // If the value itself does not match an alternative, the author probably meant a different one. If only
  // members or items do not match, the author probably meant this alternative.
  const deeper = results.filter((faults) => faults.every((each) => each.place !== place));
  const [nearest] = deeper.toSorted((left, right) => left.length - right.length);
  if (nearest !== undefined) return nearest;
  return best.length === 1 ? best : best.slice(0, 1);
}

/** Reports whether a value has the constants of an alternative, such as `from: client`. */
function hasConstants({ properties = {} }: Shape, place: Place): boolean {
  const constants = Object.entries(properties).filter(([, each]) => each.const !== undefined);
  return (
    constants.length > 0 &&
    holdsObject(place) &&
    constants.every(([name, each]) => memberOf(place, name)?.value === each.const)
  );
}

function createFault(place: Place, message: string): Fault {
  return { place, message };
}

/** Returns the name of a member, or `list/index` for an item. */
function placeName({ pointer }: Place): string {
  const [last = "", list = ""] = pointerSegments(pointer).toReversed();
  return /^\d+$/.test(last) ? `${list}/${last}` : last;
}

function hasType(value: JsonValue, type: string | readonly string[]): boolean {
  if (typeof type !== "string") return type.some((one) => hasType(value, one));
  if (type === "array") return isJsonArray(value);
  if (type === "object") return isJsonObject(value);
  if (type === "integer") return Number.isInteger(value) || typeof value === "bigint";
  return type === "null" ? value === null : typeof value === type;
}

function typeWords(type: string | readonly string[]): string {
  const types = typeof type === "string" ? [type] : type;
  return types.map((each) => (/^[aio]/.test(each) ? `an ${each}` : `a ${each}`)).join(" or ");
}

function constantText(value: JsonValue): string {
  return `\`${String(value)}\``;
}

function valueWords(value: JsonValue): string {
  return typeof value === "object" ? kindOf(value) : constantText(value);
}
