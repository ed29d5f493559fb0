import { type Issue, jsonPointer } from "@specwright/runtime";
import type { BodyCheck } from "../extend-body.ts";
import type { CustomFields } from "./compile-custom-fields.ts";

/** Options for `customFieldIssues`. */
export interface CustomFieldChecks {
  readonly fields: CustomFields;
  /** The fields of the body that the contract defines. */
  readonly standard: ReadonlySet<string>;
  /** Whether required fields must be present. */
  readonly isCreation: boolean;
}

/** The maximum number of keys in a body. It limits the work that a hostile body can cause. */
const MAX_KEYS = 200;

/**
 * Creates a check of a body. Each field that the contract does not define must be a declared custom
 * field and match its schema.
 */
export function customFieldIssues(checks: CustomFieldChecks): BodyCheck {
  const { fields, standard, isCreation } = checks;
  return (body) => {
    if (typeof body !== "object" || body === null || Array.isArray(body)) return [];
    const issues: Issue[] = [];
    for (const [name, value] of Object.entries(body).slice(0, MAX_KEYS)) {
      const field = fields.get(name);
      if (field === undefined) {
        if (!standard.has(name)) issues.push(unknownKey(name));
      } else if (value !== null) {
        issues.push(...field.check(value));
      } else if (field.required) {
        issues.push(missingField(name));
      }
    }
    for (const { name, required } of fields.values()) {
      if (isCreation && required && !Object.hasOwn(body, name)) issues.push(missingField(name));
    }
    return issues;
  };
}

function unknownKey(name: string): Issue {
  return {
    pointer: jsonPointer([name.slice(0, 100).toWellFormed()]),
    code: "unknown_key",
    message: "is not a field of this body, nor a declared custom field",
  };
}

function missingField(name: string): Issue {
  return { pointer: jsonPointer([name]), code: "required", message: "required" };
}
