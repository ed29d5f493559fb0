import { join } from "node:path";
import { systemClock } from "@specwright/runtime";
import type { AccessKeyInfo, AccessKeys } from "../keys/access-keys.ts";
import { issueAccessKey } from "../keys/issue-access-key.ts";
import { openKeyStore } from "../keys/open-key-store.ts";
import { openPostgresKeyStore } from "../keys/open-postgres-key-store.ts";
import { badUsage, requireDataFolder } from "../streams-app-error.ts";
import type { CliEnvironment } from "./cli-environment.ts";

const DEFAULT_GRACE_SECONDS = 3600;

/**
 * Issues, lists, rotates and revokes access keys.
 *
 * @throws StreamsAppError
 */
export async function keysCommand(
  args: readonly string[],
  environment: CliEnvironment,
): Promise<number> {
  const { env, out } = environment;
  const [action, ...rest] = args;
  const keys = await openKeys(env);
  try {
    switch (action) {
      case "add":
        await out(await issueKey(keys, onlyArgument(rest, "a broker")));
        return 0;
      case "list":
        if (rest.length > 0) throw badUsage("keys list takes no arguments");
        await out((await keys.list()).map(describeKey).join(""));
        return 0;
      case "rotate":
        await out(await rotateKey(keys, rest));
        return 0;
      case "revoke": {
        const accessKey = onlyArgument(rest, "an access key");
        if (!(await keys.revoke(accessKey)))
          throw badUsage(`unknown key ${accessKey}; see keys list`);
        await out(`revoked ${accessKey}\n`);
        return 0;
      }
      default:
        throw badUsage("expected keys add, list, rotate or revoke");
    }
  } finally {
    await keys.close();
  }
}

/** Opens the key store that a server with the same environment variables uses. */
async function openKeys(env: CliEnvironment["env"]): Promise<AccessKeys> {
  const url = env["STREAMS_KEYS_URL"];
  if (url !== undefined && url !== "") return openPostgresKeyStore(url);
  const folder = env["STREAMS_DATA"];
  if (folder === undefined || folder === "") {
    throw badUsage(
      "set STREAMS_DATA to the folder with the keys, or STREAMS_KEYS_URL to their database",
    );
  }
  requireDataFolder(folder);
  return openKeyStore(join(folder, "keys.sqlite"));
}

async function issueKey(keys: AccessKeys, brokerId: string): Promise<string> {
  const entry = issueAccessKey(brokerId);
  await keys.add(entry);
  const { accessKey: access_key, secretKey: secret_key } = entry;
  return `${JSON.stringify({ access_key, secret_key, broker_id: brokerId })}\n`;
}

async function rotateKey(keys: AccessKeys, args: readonly string[]): Promise<string> {
  const [accessKey = "", option, given, ...more] = args;
  const seconds = option === undefined ? DEFAULT_GRACE_SECONDS : Number(given);
  const isValidGrace =
    option === undefined || (option === "--grace" && /^\d{1,9}$/.test(given ?? ""));
  if (accessKey === "" || !isValidGrace || more.length > 0) {
    throw badUsage("expected keys rotate KEY [--grace SECONDS]");
  }
  const known = (await keys.list()).find((key) => key.accessKey === accessKey);
  if (known === undefined) throw badUsage(`unknown key ${accessKey}; see keys list`);
  const issued = await issueKey(keys, known.brokerId);
  await keys.expire(accessKey, systemClock.now() + seconds * 1000);
  return issued;
}

function describeKey({
  accessKey,
  brokerId,
  createdMs,
  expiresMs,
  revokedMs,
}: AccessKeyInfo): string {
  const time = (ms: number): string => new Date(ms).toISOString();
  const end =
    revokedMs !== undefined
      ? `revoked ${time(revokedMs)}`
      : expiresMs !== undefined
        ? `expires ${time(expiresMs)}`
        : "active";
  return `${accessKey}  ${brokerId}  created ${time(createdMs)}  ${end}\n`;
}

function onlyArgument([value, ...more]: readonly string[], what: string): string {
  if (value === undefined || more.length > 0) throw badUsage(`expected one argument: ${what}`);
  return value;
}
