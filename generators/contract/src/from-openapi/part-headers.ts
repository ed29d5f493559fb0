import { declareComposed } from "../reading/declarations.ts";
import { mapField } from "../reading/fields.ts";
import type { ReadPartHeaders } from "./encoding-object.ts";
import { readHeader } from "./parameter-object.ts";
import { gather } from "./parameters.ts";

/** Reads the headers that an Encoding Object describes. */
export const readPartHeaders: ReadPartHeaders = (build, place, { use, isNamed }) => {
  const headers = mapField(build, place, "headers")
    .filter(([name]) => !isNamed || name.toLowerCase() !== "content-disposition")
    .map(([name, header]) => readHeader(build, name, header, use))
    .filter((header) => header !== undefined);
  if (headers.length === 0) return { headers };
  const source = { file: place.file, pointer: `${place.pointer}/headers` };
  const schema = gather(headers, "header", source);
  const names = [`${use} headers`];
  return { headers, headersDeclaration: declareComposed(build, schema, "parameters", names) };
};
