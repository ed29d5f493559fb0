import type { FieldError } from "@specwright/marketplace-api/types";
import { jsonPointer } from "@specwright/runtime";
import type { CustomFields } from "./compile-custom-fields.ts";
import type { CustomValues } from "./custom-fields.ts";

/** Returns an error for each of these custom fields that only administrators may write. */
export function refuseReserved(values: CustomValues, fields: CustomFields): readonly FieldError[] {
  return Object.keys(values)
    .filter((name) => fields.get(name)?.writableBy === "admin")
    .map((name) => ({
      pointer: jsonPointer([name]),
      code: "read_only",
      message: "Only administrators may write this field.",
    }));
}
