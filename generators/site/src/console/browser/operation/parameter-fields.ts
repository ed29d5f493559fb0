import type { ParameterDescriptor } from "@specwright/runtime/codegen";
import { element } from "../dom/element.ts";
import { type Control, choice, labelled, textArea, textInput } from "../dom/labelled.ts";
import { readParameter } from "../text/read-parameter.ts";

/** The fields of the parameters of a request. */
export interface ParameterFields {
  readonly element: HTMLElement;
  /**
   * Reads the parameters by location. Omits locations without parameters.
   *
   * @throws ParameterTextError if a text does not have the type of its parameter.
   */
  read(): Readonly<Partial<Record<"path" | "query" | "headers" | "cookies", object>>>;
}

const PARTS = { path: "path", query: "query", header: "headers", cookie: "cookies" } as const;

/** Creates a field for each parameter. */
export function parameterFields(parameters: readonly ParameterDescriptor[]): ParameterFields {
  const fields = parameters.map((parameter) => ({ parameter, control: controlOf(parameter) }));
  const rows = fields.map(({ parameter, control }) => {
    if (isRequired(parameter)) control.required = true;
    return labelled(labelOf(parameter), control, hintOf(parameter));
  });
  const legend = element("legend", {}, "Parameters");
  return {
    element: element("fieldset", { hidden: rows.length === 0 }, legend, ...rows),
    read() {
      const parts: Partial<Record<(typeof PARTS)[keyof typeof PARTS], object>> = {};
      for (const { parameter, control } of fields) {
        const value = readParameter(parameter, control.value);
        if (value === undefined) continue;
        const part = parts[PARTS[parameter.in]] ?? {};
        parts[PARTS[parameter.in]] = part;
        // A plain assignment would not store a parameter named `__proto__`.
        Object.defineProperty(part, parameter.name, { value, enumerable: true });
      }
      return parts;
    },
  };
}

function controlOf({ type, array, properties }: ParameterDescriptor): Control {
  if (array || properties !== undefined || type === "json") return textArea(2);
  if (type === "boolean") return choice(["", "true", "false"]);
  const input = textInput();
  if (type === "integer" || type === "bigint") input.inputMode = "numeric";
  return input;
}

function isRequired({ in: where, required = false }: ParameterDescriptor): boolean {
  return required || where === "path";
}

function labelOf(parameter: ParameterDescriptor): string {
  const { name, in: where, type = "string" } = parameter;
  const shown = type === "bigint" ? "integer" : type;
  const words = [where, shown, isRequired(parameter) ? "required" : "optional"];
  return `${name} (${words.join(", ")})`;
}

function hintOf({ array, properties, type }: ParameterDescriptor): string | undefined {
  if (properties !== undefined || type === "json") return "As JSON.";
  return array ? "One value per line." : undefined;
}
