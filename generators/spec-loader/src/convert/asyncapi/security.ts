import { joinPointer } from "../../json/json-pointer.ts";
import type { Converter } from "../converter.ts";
import {
  holdsObject,
  itemsAt,
  keptPart,
  listPart,
  memberAt,
  membersAt,
  type ObjectPlace,
  objectPart,
  type Part,
  type Place,
  type Spot,
  textAt,
} from "../part.ts";

/**
 * Converts security requirements to references to security schemes. In AsyncAPI 2, a client needs all
 * schemes of one requirement. In AsyncAPI 3, a client needs only one scheme of the list. A requirement with
 * scopes becomes a copy of its scheme.
 */
export function convertSecurity(converter: Converter, root: Place, security: Place): Part {
  const items: Part[] = [];
  for (const requirement of itemsAt(security)) {
    const schemes = membersAt(requirement);
    if (schemes.length !== 1) {
      const message =
        schemes.length === 0
          ? "an empty security requirement (no credentials needed) has no equivalent, and is left out"
          : "a security requirement with several schemes has no equivalent: now any one of them is enough";
      const fix = "Say in the description which schemes are needed.";
      converter.report("CONVERT_LOST", requirement, message, fix);
    }
    for (const [name, scopes] of schemes) {
      items.push(convertRequirement(converter, root, requirement, name, scopes));
    }
  }
  return listPart(security, items);
}

function convertRequirement(
  converter: Converter,
  root: Place,
  requirement: Place,
  name: string,
  scopes: Place,
): Part {
  const pointer = joinPointer("/components/securitySchemes", name);
  const place = ["components", "securitySchemes", name].reduce<Place | undefined>(
    (found, key) => found && memberAt(found, key),
    root,
  );
  const target = place && converter.follow(place);
  if (target === undefined || itemsAt(scopes).length === 0) {
    return rootReference(root, requirement, pointer);
  }
  const type = textAt(memberAt(target, "type"));
  if (type !== "oauth2" && type !== "openIdConnect") {
    const message = `a security scheme of the type ${type ?? "unknown"} has no scopes; they are left out`;
    converter.report("CONVERT_LOST", scopes, message);
    return rootReference(root, requirement, pointer);
  }
  const members = schemeMembers(target);
  members.set("scopes", keptPart(scopes));
  return { ...objectPart(target, members), isCopy: true };
}

/**
 * Returns a reference to a value of the converted entry file. `pointer` is the place of the value in the
 * original.
 */
export function rootReference(root: Spot, from: Spot, pointer: string): Part {
  const at = { file: root.file, pointer: from.pointer };
  const target = { file: root.file.spec.file, pointer };
  return objectPart(at, { $ref: { is: "link", from: at, reference: `#${pointer}`, target } });
}

/** Converts a security scheme. AsyncAPI 3 calls the scopes of a flow `availableScopes`. */
export function convertSecurityScheme(_converter: Converter, place: ObjectPlace): Part {
  return objectPart(place, schemeMembers(place));
}

function schemeMembers(place: ObjectPlace): Map<string, Part> {
  return new Map(
    membersAt(place).map(([key, member]) => [
      key,
      key === "flows" && holdsObject(member) ? convertFlows(member) : keptPart(member),
    ]),
  );
}

function convertFlows(flows: ObjectPlace): Part {
  return objectPart(
    flows,
    membersAt(flows).map(([name, flow]) => {
      if (!holdsObject(flow) || name.startsWith("x-")) return [name, keptPart(flow)] as const;
      const members = membersAt(flow).map(
        ([key, member]) => [key === "scopes" ? "availableScopes" : key, keptPart(member)] as const,
      );
      return [name, objectPart(flow, members)] as const;
    }),
  );
}
