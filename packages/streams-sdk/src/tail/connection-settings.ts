import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { memberOf, parseJson } from "@specwright/runtime";
import { TailError } from "./tail-error.ts";

/** The address and access key to connect with. */
export interface ConnectionSettings {
  /** The stream address with its version segment. */
  readonly url: string;
  readonly accessKey: string;
  readonly secretKey: string;
  readonly brokerId: string;
}

/** The values of the flags. */
export type ConnectionFlags = { readonly [Name in keyof ConnectionSettings]?: string };

const names: readonly {
  readonly key: keyof ConnectionSettings;
  readonly flag: string;
  readonly variable: string;
  readonly member: string;
}[] = [
  { key: "url", flag: "--url", variable: "STREAMS_URL", member: "url" },
  { key: "accessKey", flag: "--access-key", variable: "STREAMS_ACCESS_KEY", member: "access_key" },
  { key: "secretKey", flag: "--secret-key", variable: "STREAMS_SECRET_KEY", member: "secret_key" },
  { key: "brokerId", flag: "--broker-id", variable: "STREAMS_BROKER_ID", member: "broker_id" },
];

/**
 * The file in which a running sandbox describes how to connect to it. The path is relative to the current
 * folder.
 */
export const sandboxFile: string = join(".specwright", "sandbox.json");

/**
 * Finds the settings. Flags take precedence over the environment. If neither contains any setting, the
 * settings of the sandbox that runs in this folder apply. Rejects with `TailError` `bad_settings`, whose
 * message lists the missing settings.
 */
export async function findConnection(
  flags: ConnectionFlags,
  env: Readonly<Record<string, string | undefined>>,
  folder: string,
): Promise<ConnectionSettings> {
  const found = names.map(({ key, variable }) => flags[key] || env[variable] || undefined);
  // The sandbox's settings apply only if all settings are missing. Otherwise, a missing key would be
  // combined with the URL of a different server.
  if (found.every((value) => value === undefined)) return readSandbox(folder);
  const [url, accessKey, secretKey, brokerId] = found;
  if (url && accessKey && secretKey && brokerId) return { url, accessKey, secretKey, brokerId };
  const missing = names.filter((_name, index) => found[index] === undefined);
  const list = missing.map(({ flag, variable }) => `${flag} (or ${variable})`).join(", ");
  throw new TailError("bad_settings", `missing: ${list}`);
}

async function readSandbox(folder: string): Promise<ConnectionSettings> {
  const path = join(folder, sandboxFile);
  const text = await readFile(path).catch((cause: unknown) => {
    const flags = names.map(({ flag }) => flag).join(", ");
    const message = `no sandbox runs in this folder (${sandboxFile} is missing): start one, or pass ${flags}`;
    throw new TailError("bad_settings", message, { cause });
  });
  const streams = memberOf(parseJson(text), "streams");
  const [url, accessKey, secretKey, brokerId] = names.map(({ member }) =>
    memberOf(streams, member),
  );
  const all = [url, accessKey, secretKey, brokerId];
  if (!all.every((value) => typeof value === "string" && value !== "")) {
    throw new TailError(
      "bad_settings",
      `${path} lacks the address or the access key: restart the sandbox`,
    );
  }
  return {
    url: String(url),
    accessKey: String(accessKey),
    secretKey: String(secretKey),
    brokerId: String(brokerId),
  };
}
