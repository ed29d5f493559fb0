// Prints Security Scheme Objects as descriptors. The descriptor says where to send a secret that is not a
// bearer token.

import type { HttpOperation, SecurityScheme } from "@specwright/contract";
import type { EmitContext } from "../print/emitter.ts";
import { stringLiteral } from "../print/literal.ts";
import type { Printable } from "../print/printable.ts";
import type { Components } from "./components.ts";
import { printObject } from "./object-literal.ts";

/**
 * Prints the security schemes of an operation, except bearer tokens. This includes schemes that the
 * document does not declare. Returns undefined if none remains.
 */
export function printSchemes(
  { contract }: EmitContext,
  components: Components,
  { security }: HttpOperation,
): Printable | undefined {
  const ids = new Set(security.flatMap((requirement) => [...requirement.keys()]));
  const fields = contract.securitySchemes.flatMap((scheme) => {
    const place = ids.has(scheme.id) ? secretPlace(scheme) : undefined;
    if (place === undefined) return [];
    const print = (): Printable =>
      printObject([
        ["in", stringLiteral(place.in)],
        ["name", stringLiteral(place.name)],
        ["prefix", place.prefix === undefined ? undefined : stringLiteral(place.prefix)],
      ]);
    const { source } = scheme;
    return [[scheme.id, components.refer({ kind: "securityScheme", source, print })] as const];
  });
  const declared = new Set(contract.securitySchemes.map(({ id }) => id));
  const unknown = [...ids].filter((id) => !declared.has(id));
  const all = [...fields, ...unknown.map((id) => [id, stringLiteral("unknown")] as const)];
  return all.length === 0 ? undefined : printObject(all);
}

interface Place {
  readonly in: "header" | "query" | "cookie";
  readonly name: string;
  readonly prefix?: string;
}

function secretPlace({ type, raw }: SecurityScheme): Place | undefined {
  const { in: location, name, scheme } = raw;
  if (type === "apiKey") {
    if (typeof name !== "string") return undefined;
    if (location !== "header" && location !== "query" && location !== "cookie") return undefined;
    return { in: location, name };
  }
  if (type !== "http" || typeof scheme !== "string" || /^bearer$/i.test(scheme)) return undefined;
  const written = `${scheme.slice(0, 1).toUpperCase()}${scheme.slice(1)}`;
  return { in: "header", name: "Authorization", prefix: `${written} ` };
}
