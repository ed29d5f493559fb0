// Follows the pointers of extensions through the schemas of payloads.

import { pointerTokens } from "@specwright/spec-loader";
import type { Schema } from "../model/schema.ts";
import { viewItems, viewObject, viewTuple } from "../schema/object-view.ts";

/** One step of a pointer, from a value in a payload to a member or item. */
export interface PayloadStep {
  /** The pointer to the value at which the step starts, and the schema of this value. */
  readonly parent: string;
  readonly within: Schema;
  readonly step: string;
  /** The schema of the member or item. Undefined if it is not declared. */
  readonly schema: Schema | undefined;
  /** The declared members of the value at which the step starts. Empty if any member is allowed. */
  readonly known: readonly string[];
}

/** Returns the steps of a pointer. Stops at the first step that the schema does not describe. */
export function payloadSteps(payload: Schema, pointer: string): readonly PayloadStep[] {
  const steps: PayloadStep[] = [];
  let within: Schema | undefined = payload;
  let parent = "";
  for (const step of pointerTokens(pointer) ?? []) {
    if (within === undefined) break;
    const { schema, known } = followStep(within, step);
    steps.push({ parent, within, step, schema, known });
    within = schema;
    parent = `${parent}/${step}`;
  }
  return steps;
}

function followStep(within: Schema, step: string): Pick<PayloadStep, "schema" | "known"> {
  const { properties } = viewObject(within);
  if (properties.size > 0) {
    return { schema: properties.get(step), known: [...properties.keys()] };
  }
  const tuple = viewTuple(within)?.prefixItems;
  const rest = viewItems(within)?.items;
  if (tuple === undefined) return { schema: rest, known: [] };
  const known = rest === undefined ? [...tuple.keys()].map(String) : [];
  return { schema: tuple.at(Number(step)) ?? rest, known };
}
