import { systemClock } from "@specwright/runtime";
import { signUpgrade } from "@specwright/streams/signing";
import { badUsage } from "../streams-app-error.ts";
import type { CliEnvironment } from "./cli-environment.ts";

/**
 * Prints the signed headers for a WebSocket upgrade.
 *
 * @throws StreamsAppError
 */
export async function signCommand(
  args: readonly string[],
  { env, out }: CliEnvironment,
): Promise<number> {
  const [path, ...more] = args;
  if (path === undefined || !path.startsWith("/") || more.length > 0) {
    throw badUsage("expected sign PATH with a path such as /v1/orders");
  }
  const accessKey = env["STREAMS_ACCESS_KEY"];
  const secretKey = env["STREAMS_SECRET_KEY"];
  const brokerId = env["STREAMS_BROKER_ID"];
  if (!accessKey || !secretKey || !brokerId) {
    throw badUsage("set STREAMS_ACCESS_KEY, STREAMS_SECRET_KEY and STREAMS_BROKER_ID");
  }
  const timestamp = systemClock.now();
  const headers = signUpgrade({ accessKey, secretKey, brokerId, path, timestamp });
  for (const [name, value] of Object.entries(headers)) await out(`${name}: ${value}\n`);
  return 0;
}
