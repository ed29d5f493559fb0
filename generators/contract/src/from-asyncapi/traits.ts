import { listField } from "../reading/fields.ts";
import { follow } from "../reading/follow.ts";
import { mergePlaces } from "../reading/merge-places.ts";
import type { ObjectPlace } from "../reading/place.ts";
import type { AsyncApi } from "./asyncapi.ts";

/**
 * Applies the traits of a message or operation, in order. In AsyncAPI 3 a trait never overrides its
 * target (3.0, Traits Merge Mechanism); in 2 it does.
 */
export function applyTraits({ build, major }: AsyncApi, target: ObjectPlace): ObjectPlace {
  const traits = listField(build, target, "traits")
    .map((trait) => follow(build, trait)?.place)
    .filter((trait) => trait !== undefined);
  const [first, ...rest] = traits;
  if (first === undefined) return target;
  if (major === 2) return { ...traits.reduce(mergePlaces, target), ...sourceFields(target) };
  return mergePlaces(rest.reduce(mergePlaces, first), target);
}

function sourceFields({ file, pointer }: ObjectPlace): Pick<ObjectPlace, "file" | "pointer"> {
  return { file, pointer };
}
