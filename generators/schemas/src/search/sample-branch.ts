import type { JsonValue } from "@specwright/spec-loader";
import {
  type ArrayConstraint,
  type NumberConstraint,
  type ObjectConstraint,
  type StringConstraint,
  typeOfConstraint,
} from "../canonical/constraint.ts";
import { isNumber, type JsonType } from "../json/json-type.ts";
import { sampleArrays } from "./array-samples.ts";
import type { Branch, Literal } from "./branch.ts";
import { sampleNumbers } from "./number-samples.ts";
import { sampleObjects } from "./object-samples.ts";
import type { Finder } from "./outcome.ts";
import { sampleStrings } from "./string-samples.ts";

/**
 * Returns some values of a type that may match a branch; `undefined` if certainly no value matches it. A
 * value can be wrong if a constraint cannot be interpreted exactly. `declaredOutside` are the names that
 * the outer schemas declare. If they are passed, objects do not contain such a name unless the branch also
 * declares it, and contain no property that is not sent. Only pass the names if the branch is complete: a
 * further node could declare more names.
 */
export function sampleBranch(
  finder: Finder,
  type: JsonType,
  branch: Branch,
  declaredOutside?: ReadonlySet<string>,
): readonly JsonValue[] | undefined {
  const { accepted, rejected } = branch;
  switch (type) {
    case "null":
      return [null];
    case "boolean":
      return [false, true];
    case "number":
      return sampleNumbers(
        accepted.filter(isForNumbers),
        rejected.filter(isForNumbers),
        branch.excluded.filter(isNumber),
      );
    case "string":
      return sampleStrings(
        accepted.filter(isForStrings),
        rejected.filter(isForStrings),
        branch.excluded.filter((value) => typeof value === "string"),
      );
    case "array":
      return sampleArrays(finder, {
        accepted: accepted.filter(isForArrays),
        rejected: rejected.filter(isForArrays),
        needed: branch.needed.filter((each) => each.kind === "item"),
      });
    case "object":
      return sampleObjects(finder, {
        accepted: accepted.filter(isForObjects),
        rejected: rejected.filter(isForObjects),
        needed: branch.needed.filter((each) => each.kind !== "item"),
        declaredOutside: branch.opaque.size > 0 ? undefined : declaredOutside,
      });
  }
  return type satisfies never;
}

const isForNumbers = (each: Literal): each is NumberConstraint =>
  typeOfConstraint(each) === "number";
const isForStrings = (each: Literal): each is StringConstraint =>
  typeOfConstraint(each) === "string";
const isForArrays = (each: Literal): each is ArrayConstraint => typeOfConstraint(each) === "array";
const isForObjects = (each: Literal): each is ObjectConstraint =>
  typeOfConstraint(each) === "object";
