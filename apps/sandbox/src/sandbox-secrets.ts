import { randomBytes } from "node:crypto";
import { memberOf } from "@specwright/runtime";
import { type AccessKeyEntry, issueAccessKey } from "@specwright/streams-service";
import type { SandboxFolder } from "./sandbox-folder.ts";

/** The credentials of a sandbox. */
export interface SandboxSecrets {
  readonly accessKey: AccessKeyEntry;
  readonly userPassword: string;
  readonly adminPassword: string;
}

/** The name of the file with the credentials, in the data folder. */
export const secretsFile = "secrets.json";

/** Reads the secrets from the folder. At the first start, creates and stores them. */
export async function keepSecrets(
  folder: SandboxFolder,
  brokerId: string,
): Promise<SandboxSecrets> {
  const kept = parseSecrets(await folder.read(secretsFile));
  if (kept !== undefined) return kept;
  const made: SandboxSecrets = {
    accessKey: issueAccessKey(brokerId),
    userPassword: randomBytes(9).toString("base64url"),
    adminPassword: randomBytes(9).toString("base64url"),
  };
  await folder.write(secretsFile, `${JSON.stringify(made, null, 2)}\n`);
  return made;
}

function parseSecrets(text: string | undefined): SandboxSecrets | undefined {
  if (text === undefined) return undefined;
  const value: unknown = JSON.parse(text);
  const keys = memberOf(value, "accessKey");
  const [accessKey, secretKey, brokerId] = ["accessKey", "secretKey", "brokerId"].map((name) =>
    memberOf(keys, name),
  );
  const userPassword = memberOf(value, "userPassword");
  const adminPassword = memberOf(value, "adminPassword");
  // A file from an older version of the sandbox lacks a member. It is replaced.
  if (
    typeof accessKey !== "string" ||
    typeof secretKey !== "string" ||
    typeof brokerId !== "string" ||
    typeof userPassword !== "string" ||
    typeof adminPassword !== "string"
  ) {
    return undefined;
  }
  return { accessKey: { accessKey, secretKey, brokerId }, userPassword, adminPassword };
}
