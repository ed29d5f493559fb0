// Runs the publisher as in production: its own program, in its own process.

import { type ChildProcess, execFile } from "node:child_process";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { createPublisherClient, type PublisherClient } from "@specwright/publisher-api/client";
import type { PublishVersionBody, VersionDetails } from "@specwright/publisher-api/types";
import { restTransport, token } from "@specwright/rest/client";
import { firstLine } from "../../first-line.ts";
import { serverCore, startProgram, stopProcess } from "../../pinned-process.ts";

/** A running publisher. */
export interface Service {
  readonly url: string;
  readonly port: number;
  readonly process: ChildProcess;
  stop(): Promise<void>;
}

/** Starts a publisher on the core of the servers. Its data is in `folder`. */
export async function startService(root: string, folder: string): Promise<Service> {
  const log = await open(join(folder, "log"), "a");
  const child = startProgram(process.execPath, serverCore, [programOf(root)], {
    stdio: ["ignore", "pipe", log.fd],
    env: variables(folder),
  });
  await log.close();
  const { url } = JSON.parse(await firstLine(child)) as { readonly url: string };
  return { url, port: Number(new URL(url).port), process: child, stop: () => stopProcess(child) };
}

/** Runs a subcommand of the publisher's program. Resolves with its output. */
export async function serviceCommand(
  root: string,
  folder: string,
  args: readonly string[],
): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [programOf(root), ...args], {
    env: variables(folder),
  });
  return stdout.trim();
}

/** Creates the client of a publisher. */
export function clientOf({ url }: Service, secret: string): PublisherClient {
  return createPublisherClient(
    restTransport({ baseUrl: `${url}/v1`, credentials: { token: token(secret) } }),
  );
}

/** Publishes a version. Resolves when the version is processed. */
export async function publishAndWait(
  client: PublisherClient,
  body: PublishVersionBody,
): Promise<VersionDetails> {
  const sent = await client.publishVersion({ contentType: "application/json", body });
  if (sent.status !== 202) throw new Error(`publishing was answered with ${sent.status}`);
  for (;;) {
    const { id } = sent.body.data;
    const answer = await client.getVersion({ path: { version_id: id } });
    if (answer.status === 200) return answer.body.data;
    if (answer.status !== 202) throw new Error(`the version was answered with ${answer.status}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function programOf(root: string): string {
  return join(root, "apps/publisher/dist/main.js");
}

function variables(folder: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    PUBLISHER_DATA: folder,
    PUBLISHER_PORT: "0",
    PUBLISHER_OPERATIONS_PORT: "0",
    PUBLISHER_RATE_LIMITS: "off",
  };
}
