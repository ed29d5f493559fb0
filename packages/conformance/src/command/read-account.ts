import { ConformanceError } from "../report/conformance-error.ts";
import type { Account } from "../streams/stimulus/stimulus.ts";

/** The flags that describe the key. */
export interface AccountFlags {
  readonly accessKey: string | undefined;
  readonly secretKey: string | undefined;
  readonly brokerId: string | undefined;
}

/**
 * Returns the account to connect with. Flags take precedence over the environment. Returns undefined if
 * neither contains a part of the account.
 *
 * @throws ConformanceError `bad_usage` if only some parts are given.
 */
export function readAccount(
  flags: AccountFlags,
  env: Readonly<Record<string, string | undefined>>,
): Account | undefined {
  const accessKey = flags.accessKey ?? env["STREAMS_ACCESS_KEY"];
  const secretKey = flags.secretKey ?? env["STREAMS_SECRET_KEY"];
  const brokerId = flags.brokerId ?? env["STREAMS_BROKER_ID"];
  if (!accessKey && !secretKey && !brokerId) return undefined;
  if (!accessKey || !secretKey || !brokerId) {
    const missing = [
      ...(accessKey ? [] : ["--access-key"]),
      ...(secretKey ? [] : ["STREAMS_SECRET_KEY"]),
      ...(brokerId ? [] : ["--broker-id"]),
    ];
    throw new ConformanceError("bad_usage", `missing: ${missing.join(", ")}`);
  }
  if (!/^[0-9a-f]{64}$/i.test(secretKey)) {
    throw new ConformanceError("bad_usage", "the secret key is not 64 hex characters");
  }
  return { accessKey, secretKey, brokerId };
}
