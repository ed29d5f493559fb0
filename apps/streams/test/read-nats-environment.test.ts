import { expect, test } from "vitest";
import { readEnvironment } from "../src/read-environment.ts";

const NATS_URL = "nats://a:4222,nats://b:4222";
const FILE = import.meta.filename;

test.each([
  [{ NATS_URL: "http://h" }, /NATS_URL must be addresses/],
  [{ NATS_URL: "nats://a:1,,nats://b:1" }, /NATS_URL must be addresses/],
  [{ NATS_URL: "nats://user:s3cret@" }, /NATS_URL must be addresses/],
  [{ NATS_URL, NATS_USER: "s3cret" }, /NATS_USER and NATS_PASSWORD/],
  [{ NATS_URL, NATS_PASSWORD: "s3cret" }, /NATS_USER and NATS_PASSWORD/],
  [{ NATS_URL, NATS_TOKEN: "s3cret", NATS_CREDS: "f" }, /only one of NATS_TOKEN and NATS_CREDS/],
  [{ NATS_URL, NATS_CERT: "c.pem" }, /NATS_CERT and NATS_KEY/],
  [{ NATS_URL, NATS_CREDS: "s3cret/none" }, /NATS_CREDS must name a file/],
  [{ NATS_URL, NATS_CA: "s3cret/none" }, /NATS_CA must name a file/],
  [{ NATS_USER: "u", NATS_PASSWORD: "s3cret" }, /NATS_USER is set, but NATS_URL is not/],
  [{ NATS_CA: FILE }, /NATS_CA is set, but NATS_URL is not/],
  [{ NATS_URL, NATS_PING_MS: "1" }, /NATS_PING_MS/],
  [{ NATS_URL, NATS_REPLICAS: "0" }, /NATS_REPLICAS/],
])("refuses %o, names the variable, and shows no secret", (env, said) => {
  expect(() => readEnvironment(env)).toThrow(said);
  expect(() => readEnvironment(env)).not.toThrow(/s3cret/);
});

test.each([
  [{}, {}],
  [
    { NATS_USER: "u", NATS_PASSWORD: "p" },
    { user: "u", password: "p" },
  ],
  [{ NATS_TOKEN: "t" }, { token: "t" }],
  [{ NATS_NKEY: FILE }, { nkeyFile: FILE }],
  [{ NATS_CREDS: FILE }, { credentialsFile: FILE }],
  [
    { NATS_CA: FILE, NATS_CERT: FILE, NATS_KEY: FILE, NATS_PING_MS: "3000" },
    { tls: { caFile: FILE, certFile: FILE, keyFile: FILE }, pingMs: 3000 },
  ],
])("reads %o", (env, want) => {
  const { nats } = readEnvironment({ NATS_URL, ...env });
  expect(nats?.connection).toEqual({ servers: NATS_URL, ...want });
  expect(nats?.replicas).toBe(3);
});
