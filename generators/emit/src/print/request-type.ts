// What a caller gives to a generated function that calls an operation.

import type { HttpOperation, Parameter } from "@specwright/contract";
import type { EmitContext } from "./emitter.ts";
import { modules, runtimeModule } from "./modules.ts";
import { code, type Printable } from "./printable.ts";
import { stringLiteral } from "./string-literal.ts";
import { requestForms } from "./type-forms.ts";
import type { TypeScriptFile } from "./typescript-file.ts";

/** Prints the type of the request; an idempotency key, which a transport makes, may be left out. */
export function requestType(
  context: EmitContext,
  file: TypeScriptFile,
  operation: HttpOperation,
): Printable {
  const types = file.importTypeNamespace("types", modules.types);
  const whole = code`${types}.${requestForms(context, operation).written}`;
  const key = operation.parameters.find(isRequiredKey);
  if (key === undefined) return whole;
  const keyed = file.importType("KeyedRequest", runtimeModule);
  return code`${keyed}<${whole}, ${stringLiteral(key.name)}>`;
}

/** Reports whether a call requires input from the caller. */
export function needsRequest({ requestBody, parameters }: HttpOperation): boolean {
  return (
    requestBody?.required === true ||
    parameters.some((parameter) => parameter.required && !isRequiredKey(parameter))
  );
}

/** Reports whether a parameter is an idempotency key, which a transport makes if none is given. */
function isRequiredKey({ in: location, name, required }: Parameter): boolean {
  return required && location === "header" && name.toLowerCase() === "idempotency-key";
}
