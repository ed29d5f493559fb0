import { encodeAnyQuery } from "../bodies/query-string.ts";
import { sequentialBody } from "../bodies/sequential-body.ts";
import type { RequestEncoders } from "../codegen/operation.ts";
import { addCredentials } from "../credentials/add-credentials.ts";
import { encodeCookies } from "../parameters/cookie.ts";
import { encodeHeaders } from "../parameters/header.ts";
import { encodePath } from "../parameters/path.ts";

/** All encoders, for descriptors that are written by hand. */
export const allEncoders: RequestEncoders = {
  path: encodePath,
  query: encodeAnyQuery,
  headers: encodeHeaders,
  cookies: encodeCookies,
  body: sequentialBody,
  credentials: addCredentials,
};
