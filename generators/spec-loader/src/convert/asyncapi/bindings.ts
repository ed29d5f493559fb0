// AsyncAPI 3 forbids members of bindings that AsyncAPI 2 allows. The loader converts the document, checks
// the result, and converts the document again without the forbidden members.

import type { Problem } from "../../diagnostics/problem.ts";
import { pointerTokens } from "../../json/json-pointer.ts";
import type { ConvertedFile } from "../convert-files.ts";
import type { Converter } from "../converter.ts";
import {
  findOrigin,
  holdsObject,
  membersAt,
  type ObjectPlace,
  objectPart,
  type Part,
  type Place,
  type Spot,
} from "../part.ts";

/** The members of bindings that a conversion leaves out. */
export interface BindingLosses {
  /** Maps the place of each member to the reason why it is left out. */
  readonly reasons: Map<string, string>;
  /** The places of all objects with bindings. */
  readonly places: Set<string>;
}

/** Converts an object that maps protocols to bindings. */
export function convertBindings(
  converter: Converter,
  losses: BindingLosses,
  kind: string,
  place: ObjectPlace,
): Part {
  losses.places.add(spotKey(place));
  return objectPart(
    place,
    keptMembers(place, (key, member) => converter.field(kind, key, member)),
  );

  function keptMembers(
    owner: Place,
    convert: (key: string, member: Place) => Part,
  ): readonly (readonly [string, Part])[] {
    return membersAt(owner).flatMap(([key, member]) => {
      const reason = losses.reasons.get(spotKey(member));
      if (reason === undefined) return [[key, within(member, () => convert(key, member))] as const];
      converter.report("CONVERT_LOST", member, `${reason}; it is left out`);
      return [];
    });
  }

  function within(member: Place, convert: () => Part): Part {
    const start = `${spotKey(member)}/`;
    const isCut = [...losses.reasons.keys()].some((key) => key.startsWith(start));
    if (!isCut || !holdsObject(member)) return convert();
    return objectPart(
      member,
      keptMembers(member, (key, each) => converter.field("Binding", key, each)),
    );
  }
}

/** Adds the members of bindings that the check of the converted document reports as invalid. */
export function addLosses(
  losses: BindingLosses,
  files: readonly ConvertedFile[],
  problems: readonly Problem[],
): void {
  for (const { code, source, message } of problems) {
    const file = files.find((each) => each.file.spec.file === source.file);
    if (code !== "ASYNCAPI_INVALID" || file === undefined) continue;
    const place = spotKey(findOrigin(file.part, pointerTokens(source.pointer) ?? []));
    const isInBinding = [...losses.places].some((each) => place.startsWith(`${each}/`));
    if (!isInBinding) continue;
    losses.reasons.set(place, `AsyncAPI 3: ${message.replace(/ \([\w-]+\)$/, "")}`);
  }
}

function spotKey({ file, pointer }: Spot): string {
  return `${file.spec.file}#${pointer}`;
}
