// Follows the pointers of extensions through the schemas of payloads.

import { pointerTokens } from "@specwright/spec-loader";
import type { Schema } from "../model/schema.ts";
import { viewItems, viewObject, viewTuple } from "../schema/object-view.ts";

/** A step of a pointer through the schema of a payload. */
export interface PayloadStep {
  /** The pointer to the value where the step starts, and its schema. */
  readonly parent: string;
  readonly within: Schema;
  readonly step: string;
  /** The schema of the target; undefined if it is not declared. */
  readonly schema: Schema | undefined;
  /** The declared members at the start; empty if any member is allowed. */
  readonly known: readonly string[];
}

/** Returns the steps of a pointer, as far as the schema describes them. */
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
