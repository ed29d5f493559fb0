import { sequentialBody } from "./bodies/sequential-body.ts";
import type { RequestEncoders } from "./codegen/operation.ts";
import { encodeCookies } from "./parameters/cookie.ts";
import { encodeHeaders } from "./parameters/header.ts";
import { encodePath } from "./parameters/path.ts";
import { encodeQuery } from "./parameters/query.ts";

/** All encoders, for descriptors that are written by hand. */
export const allEncoders: RequestEncoders = {
  path: encodePath,
  query: encodeQuery,
  headers: encodeHeaders,
  cookies: encodeCookies,
  body: sequentialBody,
};
