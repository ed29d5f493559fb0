// References whose target depends on the schemas entered before (JSON Schema 2020-12, 8.2.3.2).

import { apply, type DynamicAnchors, type Rule, type Subschema } from "./rule.ts";

/** Applies a rule inside the schema resource with these dynamic anchors. */
export function resource(anchors: DynamicAnchors, rule: Subschema): Rule {
  return (payload) => {
    const outer = payload.scope;
    // Entering the same resource again adds nothing.
    if (outer?.anchors !== anchors) payload.scope = { anchors, outer };
    apply(rule, payload);
    payload.scope = outer;
  };
}

/**
 * Applies the schema that the outermost entered resource declares for the anchor, or the fallback
 * if none does.
 */
export function dynamicRef(anchor: string, fallback: () => Subschema): Rule {
  return (payload) => {
    let target = fallback;
    for (let scope = payload.scope; scope !== undefined; scope = scope.outer) {
      const named = Object.hasOwn(scope.anchors, anchor) ? scope.anchors[anchor] : undefined;
      if (named !== undefined) target = named;
    }
    apply(target(), payload);
  };
}
