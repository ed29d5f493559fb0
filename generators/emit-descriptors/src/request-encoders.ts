// What a client encodes the parts of a request with. The encoders are values of the descriptor, so that
// a bundle with one operation holds what this operation needs.

import type { HttpOperation, ParameterLocation } from "@specwright/contract";
import {
  mediaKind,
  type Printable,
  runtimeModule,
  type TypeScriptFile,
} from "@specwright/emit-kit";
import { type Field, printObject } from "./object-literal.ts";

const encoderOf: Readonly<
  Partial<Record<ParameterLocation, readonly [key: string, name: string]>>
> = {
  path: ["path", "encodePath"],
  query: ["query", "encodeQuery"],
  header: ["headers", "encodeHeaders"],
  cookie: ["cookies", "encodeCookies"],
};

/** Prints the encoders of an operation; undefined if its request has no parts. */
export function printEncoders(
  file: TypeScriptFile,
  { parameters, requestBody }: HttpOperation,
): Printable | undefined {
  const locations = new Set(parameters.map((parameter) => parameter.in));
  const fields = [...locations].flatMap((location): Field[] => {
    const [key, name] = encoderOf[location] ?? [];
    return key === undefined || name === undefined ? [] : [[key, file.import(name, runtimeModule)]];
  });
  if (requestBody !== undefined) {
    const isJson = requestBody.content.every(({ mediaType }) => mediaKind(mediaType) === "json");
    fields.push(["body", file.import(isJson ? "jsonBody" : "anyBody", runtimeModule)]);
  }
  return fields.length === 0 ? undefined : printObject(fields);
}
