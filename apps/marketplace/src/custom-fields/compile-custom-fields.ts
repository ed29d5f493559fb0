import { type Issue, jsonPointer } from "@specwright/runtime";
import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { MarketplaceError } from "../marketplace-error.ts";
import type {
  CustomFieldDeclaration,
  CustomFieldDeclarations,
  CustomValues,
} from "./custom-fields.ts";

/** A custom field, ready to validate values. */
export interface CustomField extends CustomFieldDeclaration {
  readonly name: string;
  /** Validates a value and returns its issues. */
  check(value: unknown): readonly Issue[];
}

/** The custom fields of users or of listings, by name. */
export type CustomFields = ReadonlyMap<string, CustomField>;

/**
 * Compiles declarations. `kind` is the key of the declarations in the settings.
 *
 * @throws MarketplaceError `invalid_option` if a schema is invalid, a name is malformed, or a name
 * is in `standard`. `standard` contains the names of the fields that the contract defines.
 */
export function compileCustomFields(
  kind: "users" | "listings",
  declarations: CustomFieldDeclarations,
  standard: ReadonlySet<string>,
): CustomFields {
  const invalidField = (name: string, what: string, cause?: unknown) =>
    new MarketplaceError(
      "invalid_option",
      `custom field /custom_fields/${kind}${jsonPointer([name])} ${what}`,
      cause === undefined ? {} : { cause },
    );
  const ajv = new Ajv2020({ allErrors: true, validateSchema: true, logger: false });
  formats.default(ajv);
  const fields = new Map<string, CustomField>();
  for (const [name, declaration] of Object.entries(declarations)) {
    if (!/^[a-z][a-z0-9_]{0,63}$/.test(name)) throw invalidField(name, "is not a valid field name");
    if (standard.has(name)) throw invalidField(name, "is the name of a standard field");
    if (declaration.required && declaration.writableBy === "admin") {
      throw invalidField(name, "is required, but users may not write it");
    }
    const { schema } = declaration;
    const validate = compileSchema(ajv, schema, (why, cause) =>
      invalidField(name, `has an unusable schema: ${why}`, cause),
    );
    fields.set(name, {
      ...declaration,
      name,
      check: (value) => (validate(value) ? [] : validationIssues(name, validate.errors ?? [])),
    });
  }
  return fields;
}

/** Returns the members of a request body that are not standard fields. */
export function customValuesOf(body: object, standard: ReadonlySet<string>): CustomValues {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !standard.has(name)));
}

function compileSchema(
  ajv: Ajv2020,
  schema: CustomFieldDeclaration["schema"],
  unusable: (why: string, cause: unknown) => MarketplaceError,
): ValidateFunction {
  try {
    return ajv.compile(schema);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw unusable(why, cause);
  }
}

function validationIssues(name: string, errors: readonly ErrorObject[]): readonly Issue[] {
  return errors.slice(0, 100).map((error) => ({
    pointer: `${jsonPointer([name])}${error.instancePath}${jsonPointer(missingKey(error))}`,
    code: issueCode(error.keyword),
    message: (error.message ?? "is not valid").slice(0, 200),
  }));
}

/**
 * Returns the missing or unexpected key that an issue is about. Returns an empty list for other
 * issues.
 */
function missingKey({ params }: ErrorObject): readonly string[] {
  const { missingProperty, additionalProperty }: Record<string, unknown> = params;
  const key = missingProperty ?? additionalProperty;
  return typeof key === "string" ? [key.slice(0, 200)] : [];
}

/**
 * Converts a JSON Schema keyword to an issue code. The schemas of the contract produce the same
 * codes.
 */
function issueCode(keyword: string): string {
  if (keyword === "additionalProperties" || keyword === "unevaluatedProperties") {
    return "unknown_key";
  }
  return keyword.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
