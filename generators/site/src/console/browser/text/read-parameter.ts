import { readScalar } from "@specwright/runtime";
import type { ParameterDescriptor } from "@specwright/runtime/codegen";
import type { ParameterType } from "@specwright/runtime/transport";

/** Thrown if a text does not have the type of its parameter. */
export class ParameterTextError extends Error {
  override readonly name = "ParameterTextError";
  readonly code = "parameter_text";
}

/**
 * Reads the value of a parameter from a text. For an array, each line is an item. For an object, the text
 * is JSON. An empty text is undefined.
 *
 * @throws ParameterTextError if the text does not have the type of the parameter.
 */
export function readParameter(parameter: ParameterDescriptor, text: string): unknown {
  if (text === "") return undefined;
  if (parameter.properties !== undefined) return readTyped(parameter.name, "json", text);
  const { name, type = "string" } = parameter;
  if (parameter.array !== true) return readTyped(name, type, text);
  const lines = text.split("\n").filter((line) => line !== "");
  const [line] = lines;
  if (parameter.one !== undefined && line !== undefined && lines.length === 1)
    return readTyped(name, parameter.one, line);
  return lines.map((line) => readTyped(name, type, line));
}

/** Reads a value of the given type, such as the value of a form field. */
export function readTyped(name: string, type: ParameterType, text: string): unknown {
  switch (type) {
    case "string":
      return text;
    case "integer":
    case "number":
      return readNumber(name, type, text.trim());
    case "bigint":
      if (/^[+-]?\d+$/.test(text.trim())) return BigInt(text.trim());
      throw new ParameterTextError(`${name}: ${text} is not an integer`);
    case "boolean":
      if (text === "true" || text === "false") return text === "true";
      throw new ParameterTextError(`${name}: ${text} is not true or false`);
    case "decimal":
    case "mixed":
    case "mixedBigint": {
      const read = readScalar(type, text);
      if (read.ok) return read.value;
      if (type !== "decimal") return text;
      throw new ParameterTextError(`${name}: ${text} is not a number`);
    }
    case "json":
      return readJson(name, text);
    default:
      return type satisfies never;
  }
}

function readNumber(name: string, type: "integer" | "number", text: string): number {
  const value = Number(text);
  const isRight = type === "integer" ? Number.isSafeInteger(value) : Number.isFinite(value);
  if (text !== "" && isRight) return value;
  const article = type === "integer" ? "an" : "a";
  throw new ParameterTextError(`${name}: ${text} is not ${article} ${type}`);
}

function readJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ParameterTextError(`${name}: the text is not JSON (${reason})`, { cause });
  }
}
