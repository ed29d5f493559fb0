import { accessSync, constants } from "node:fs";
import type { ConnectNatsOptions } from "@specwright/streams/log/jetstream";
import { badSetting } from "./streams-app-error.ts";

/** The settings of the log on NATS JetStream. */
export interface NatsEnvironment {
  /**
   * `NATS_URL`, `NATS_USER`, `NATS_PASSWORD`, `NATS_TOKEN`, `NATS_NKEY`, `NATS_CREDS`, `NATS_CA`,
   * `NATS_CERT`, `NATS_KEY` and `NATS_PING_MS`.
   */
  readonly connection: ConnectNatsOptions;
  /**
   * `NATS_MONITOR_URL`: the monitoring endpoint of a NATS server. It reports how the server syncs
   * to disk.
   */
  readonly monitorUrl: string | undefined;
  /** `NATS_REPLICAS`: how many servers store each stream. Default 3. */
  readonly replicas: number;
}

/** The variables that select how to sign in. At most one of them may be set. */
const CREDENTIALS = ["NATS_USER", "NATS_TOKEN", "NATS_NKEY", "NATS_CREDS"];
/** The variables whose values are file paths. */
const FILES = ["NATS_NKEY", "NATS_CREDS", "NATS_CA", "NATS_CERT", "NATS_KEY"];

/**
 * Reads the settings of NATS; undefined if `NATS_URL` is not set.
 *
 * @param integer reads an optional variable as an integer within bounds
 * @throws StreamsAppError `bad_setting`. The message contains the name of the variable, and never
 * its value.
 */
export function readNatsEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  integer: (name: string, least: number, most: number) => number | undefined,
): NatsEnvironment | undefined {
  const text = (name: string): string | undefined => env[name] || undefined;
  const servers = text("NATS_URL");
  if (servers === undefined) {
    const alone = [...CREDENTIALS, "NATS_PASSWORD", ...FILES].find((name) => text(name));
    if (alone !== undefined) throw badSetting(`${alone} is set, but NATS_URL is not`);
    return undefined;
  }
  if (!servers.split(",").every((address) => ADDRESS.test(address.trim()))) {
    throw badSetting("NATS_URL must be addresses such as nats://host:4222, separated by commas");
  }
  const used = CREDENTIALS.filter((name) => text(name) !== undefined);
  if (used.length > 1) throw badSetting(`set only one of ${used.join(" and ")}`);
  const [user, password, token] = [text("NATS_USER"), text("NATS_PASSWORD"), text("NATS_TOKEN")];
  if ((user === undefined) !== (password === undefined)) {
    throw badSetting("NATS_USER and NATS_PASSWORD must be set together");
  }
  const [nkeyFile, credentialsFile] = [text("NATS_NKEY"), text("NATS_CREDS")];
  const [caFile, certFile, keyFile] = [text("NATS_CA"), text("NATS_CERT"), text("NATS_KEY")];
  if ((certFile === undefined) !== (keyFile === undefined)) {
    throw badSetting("NATS_CERT and NATS_KEY must be set together");
  }
  for (const name of FILES) {
    const path = text(name);
    if (path !== undefined && !isReadable(path)) {
      throw badSetting(`${name} must name a file that this process can read`);
    }
  }
  const tls = {
    ...(caFile !== undefined && { caFile }),
    ...(certFile !== undefined && { certFile }),
    ...(keyFile !== undefined && { keyFile }),
  };
  const pingMs = integer("NATS_PING_MS", 500, 60_000);
  return {
    connection: {
      servers,
      ...(user !== undefined && { user }),
      ...(password !== undefined && { password }),
      ...(token !== undefined && { token }),
      ...(nkeyFile !== undefined && { nkeyFile }),
      ...(credentialsFile !== undefined && { credentialsFile }),
      ...(Object.keys(tls).length > 0 && { tls }),
      ...(pingMs !== undefined && { pingMs }),
    },
    monitorUrl: text("NATS_MONITOR_URL"),
    replicas: integer("NATS_REPLICAS", 1, 5) ?? 3,
  };
}

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

/** A host and a port, optionally with a scheme, a user and a password. */
const ADDRESS =
  /^((nats|tls):\/\/)?([^\s/@]+@)?([A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(:\d{1,5})?\/?$/;
