// Connections as operators have them, to real servers.

import { execFileSync } from "node:child_process";
import { rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { type ConnectNatsOptions, connectNats } from "@specwright/streams/log/jetstream";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findNatsServer, freePort, type NatsProcess, runNatsServer } from "./nats-server.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** The package's own declarations do not compile here. */
interface KeyPair {
  getPublicKey(): string;
  getSeed(): Uint8Array;
  sign(bytes: Uint8Array): Uint8Array;
}
interface Keys {
  createOperator(): KeyPair;
  createAccount(): KeyPair;
  createUser(): KeyPair;
}
const { nkeys }: { readonly nkeys: Keys } = createRequire(import.meta.url)(
  "@nats-io/transport-node",
);
const program = findNatsServer();

describe.skipIf(program === undefined)("connectNats", () => {
  let folder: string;
  const running: NatsProcess[] = [];

  beforeAll(async () => {
    folder = await temporaryFolder();
  });
  afterAll(async () => {
    await Promise.all(running.map((server) => server.stop("SIGKILL")));
    await rm(folder, { recursive: true });
  });

  /** Starts a server with a configuration; resolves with its host and port. */
  async function start(name: string, config: string): Promise<string> {
    const port = await freePort();
    const file = join(folder, `${name}.conf`);
    await writeFile(file, `listen: 127.0.0.1:${port}\n${config}`);
    running.push(await runNatsServer(program ?? "", ["-c", file], port));
    return `127.0.0.1:${port}`;
  }

  async function connects(options: ConnectNatsOptions): Promise<boolean> {
    const connection = await connectNats({ timeoutMs: 20_000, ...options });
    await connection.flush();
    await connection.close();
    return true;
  }

  it("signs in with a user and a password, given apart or in the address", async () => {
    const host = await start("user", `authorization { user: "us@er", password: "p/w" }`);
    expect(await connects({ servers: host, user: "us@er", password: "p/w" })).toBe(true);
    expect(await connects({ servers: `nats://us%40er:p%2Fw@${host}` })).toBe(true);
    const refused = connects({ servers: `nats://us%40er:s3cret@${host}` });
    await expect(refused).rejects.toMatchObject({
      code: "log_unavailable",
      message: expect.stringContaining(`NATS at ${host}: `),
    });
    await expect(refused).rejects.not.toThrow(/s3cret/);
  });

  it("signs in with a token", async () => {
    const host = await start("token", `authorization { token: "t0ken" }`);
    expect(await connects({ servers: host, token: "t0ken" })).toBe(true);
    expect(await connects({ servers: `nats://t0ken@${host}` })).toBe(true);
    await expect(connects({ servers: host })).rejects.toMatchObject({ code: "log_unavailable" });
  });

  it("signs in with the seed of an nkey in a file", async () => {
    const pair = nkeys.createUser();
    const host = await start("nkey", `authorization { users: [{ nkey: ${pair.getPublicKey()} }] }`);
    const nkeyFile = join(folder, "user.nk");
    const seed = new TextDecoder().decode(pair.getSeed());
    await writeFile(nkeyFile, `# the gateway\n${seed}\n${pair.getPublicKey()}\n`);
    expect(await connects({ servers: host, nkeyFile })).toBe(true);
  });

  it("signs in with a credentials file", async () => {
    const [operator, account, user] = [
      nkeys.createOperator(),
      nkeys.createAccount(),
      nkeys.createUser(),
    ];
    const accountJwt = jwt(operator, account, "account", { limits: ACCOUNT_LIMITS });
    const config = [
      `operator: ${jwt(operator, operator, "operator", {})}`,
      "resolver: MEMORY",
      `resolver_preload: { ${account.getPublicKey()}: ${accountJwt} }`,
    ];
    const host = await start("creds", config.join("\n"));
    const credentialsFile = join(folder, "user.creds");
    const parts = [
      "-----BEGIN NATS USER JWT-----",
      jwt(account, user, "user", { subs: -1, data: -1, payload: -1 }),
      "------END NATS USER JWT------",
      "",
      "-----BEGIN USER NKEY SEED-----",
      new TextDecoder().decode(user.getSeed()),
      "------END USER NKEY SEED------",
      "",
    ];
    await writeFile(credentialsFile, parts.join("\n"));
    expect(await connects({ servers: host, credentialsFile })).toBe(true);
  });

  it("verifies the server by its own authority, and shows a client certificate", async () => {
    const certificates = makeCertificates(folder);
    const { caFile, server, client } = certificates;
    const config = `tls { cert_file: "${server.certFile}", key_file: "${server.keyFile}", ca_file: "${caFile}", verify: true }`;
    // The client compares a certificate with the name of a host, and not with its address.
    const host = (await start("tls", config)).replace("127.0.0.1", "localhost");
    expect(await connects({ servers: `tls://${host}`, tls: { caFile, ...client } })).toBe(true);
    await expect(connects({ servers: host, tls: { caFile } })).rejects.toMatchObject({
      code: "log_unavailable",
    });
    await expect(connects({ servers: host, tls: client })).rejects.toMatchObject({
      code: "log_unavailable",
    });
  });

  it("connects to another address if one is dead, and moves when its server is frozen", async () => {
    const alive = await start("alive", "");
    const port = await freePort();
    expect(await connects({ servers: `nats://127.0.0.1:${port},nats://${alive}` })).toBe(true);
    const frozen = await start("frozen", "");
    const server = running.at(-1);
    const connection = await connectNats({ servers: frozen, pingMs: 500 });
    const types: string[] = [];
    void (async () => {
      for await (const { type } of connection.status()) types.push(type);
    })();
    server?.signal("SIGSTOP");
    await expect.poll(() => types, { timeout: 10_000 }).toContain("staleConnection");
    server?.signal("SIGCONT");
    await connection.close();
  });
});

const UNLIMITED = ["subs", "data", "payload", "imports", "exports", "conn", "leaf"];
const ACCOUNT_LIMITS = {
  ...Object.fromEntries(UNLIMITED.map((name) => [name, -1])),
  wildcards: true,
};

/** Writes a JWT as NATS defines it: `issuer` says that `subject` is of a kind. */
function jwt(issuer: KeyPair, subject: KeyPair, type: string, more: object): string {
  const claims = {
    jti: "1",
    iat: Math.floor(Date.now() / 1000),
    iss: issuer.getPublicKey(),
    name: type,
    sub: subject.getPublicKey(),
    nats: { ...more, type, version: 2 },
  };
  const encode = (value: object): string =>
    Buffer.from(JSON.stringify(value)).toString("base64url");
  const text = `${encode({ typ: "JWT", alg: "ed25519-nkey" })}.${encode(claims)}`;
  const signature = issuer.sign(new TextEncoder().encode(text));
  return `${text}.${Buffer.from(signature).toString("base64url")}`;
}

interface Certificate {
  readonly certFile: string;
  readonly keyFile: string;
}

/** Makes an authority, and certificates of it for a server and a client. */
function makeCertificates(folder: string): {
  readonly caFile: string;
  readonly server: Certificate;
  readonly client: Certificate;
} {
  const openssl = (...args: string[]): void => {
    execFileSync(process.env["OPENSSL"] ?? "openssl", args, { cwd: folder, stdio: "pipe" });
  };
  const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"];
  openssl("req", "-x509", ...key, "-subj", "/CN=ca", "-keyout", "ca.key", "-out", "ca.pem");
  const make = (name: string): Certificate => {
    const by = ["-CA", "ca.pem", "-CAkey", "ca.key", "-addext", "subjectAltName=DNS:localhost"];
    const [certFile, keyFile] = [`${name}.pem`, `${name}.key`];
    openssl(
      "req",
      "-x509",
      ...key,
      ...by,
      "-subj",
      `/CN=${name}`,
      "-keyout",
      keyFile,
      "-out",
      certFile,
    );
    return { certFile: join(folder, certFile), keyFile: join(folder, keyFile) };
  };
  return { caFile: join(folder, "ca.pem"), server: make("server"), client: make("client") };
}
