import { applySubschema, type Rule, type Subschema } from "../checks/rule.ts";
import type { Form } from "./form.ts";

/**
 * Applies a schema to the JSON form of a value, and then replaces the value by its TypeScript form. The
 * given value may already be in either form.
 */
export function formed(form: Form, subschema: Subschema): Rule {
  return (payload) => {
    const issues = payload.issues.length;
    const wire = form.encode(payload.value);
    payload.value = wire;
    applySubschema(subschema, payload);
    if (payload.issues.length === issues) payload.value = form.decode(wire, payload.value);
  };
}
