import { systemClock } from "@specwright/runtime";
import { createAccessKeys, createStreamsService, logLines } from "@specwright/streams-service";
import { choosePort, freePort } from "./choose-port.ts";
import { createExchange } from "./exchange/create-exchange.ts";
import { sandboxSeries, speedUpSeries } from "./exchange/series.ts";
import { openHistory } from "./open-history.ts";
import type { SandboxArguments } from "./read-arguments.ts";
import { runExchange } from "./run-exchange.ts";
import { openSandboxFolder } from "./sandbox-folder.ts";
import { keepSecrets, secretsFile } from "./sandbox-secrets.ts";
import { originsOf, startDocumentation } from "./start-documentation.ts";
import { sandboxUsers, startMarketplace } from "./start-marketplace.ts";
import { welcomeText } from "./welcome.ts";

/** The parts of the process that the sandbox uses. */
export interface SandboxEnvironment {
  readonly cwd: string;
  out(text: string): void;
  err(text: string): void;
}

/** A running sandbox. */
export interface Sandbox {
  /** Stops everything. The order lets the services inform connected clients. */
  close(): Promise<void>;
}

const BROKER_ID = "BRK-SANDBOX";
const STEP_MS = 400;
const WARM_UP_STEPS = 150;
const SNAPSHOT_MS = 15_000;

/**
 * Starts the exchange and the services, and prints how to use them.
 *
 * @throws SandboxError
 */
export async function runSandbox(
  args: SandboxArguments,
  { cwd, out, err }: SandboxEnvironment,
): Promise<Sandbox> {
  const { ephemeral, reset, streamsPort, marketplacePort, publisherPort, seed, speed } = args;
  const clock = systemClock;
  const undo: (() => Promise<void>)[] = [];
  async function close(): Promise<void> {
    for (const end of undo.splice(0).reverse()) await end();
  }
  /**
   * Services must know the origin of the pages before they start, so the port is selected first.
   */
  async function pagesPortOf(preferred: number): Promise<number> {
    return (await reportedPort("publisher", preferred)) || (await freePort());
  }
  async function reportedPort(name: string, preferred: number): Promise<number> {
    const port = await choosePort(preferred);
    if (port !== preferred)
      err(`port ${preferred} is in use: the ${name} listens on another port\n`);
    return port;
  }

  try {
    const folder = await openSandboxFolder({ cwd, ephemeral });
    undo.push(() => folder.close());
    if (reset) {
      await folder.clear(secretsFile);
      out(
        `Started from scratch: deleted the contents of ${folder.data}, except the keys and passwords.\n`,
      );
    }
    const secrets = await keepSecrets(folder, BROKER_ID);
    const logger = logLines({ write: err });
    const history = await openHistory({ data: folder.data, brokerId: BROKER_ID, clock });
    undo.push(() => history.close());
    const { log, logId, turns, last } = history;
    if (last !== undefined && seed !== undefined) {
      err(
        "the exchange continues from its stored state, so --seed is ignored; use --reset for a new exchange\n",
      );
    }
    const service = createStreamsService({
      log,
      accessKeys: createAccessKeys([secrets.accessKey]),
      snapshotIntervalMs: SNAPSHOT_MS,
      settings: { reconnectWindowMs: 1_000 },
      clock,
      // Only errors of the sandbox itself are printed. Visitors see the results of their own
      // actions anyway.
      logger: (entry) => entry.level === "error" && logger(entry),
    });
    undo.push(() => service.close());
    const running = await runExchange({
      exchange: createExchange({
        brokerId: BROKER_ID,
        seed: seed ?? clock.now(),
        series: speedUpSeries(sandboxSeries, speed),
        ...(last !== undefined && { state: last.state }),
      }),
      turns,
      last,
      logId,
      service,
      clock,
      stepMs: STEP_MS / speed,
      warmUpSteps: WARM_UP_STEPS,
      onError: (error) => logger({ level: "error", event: "exchange_hindered", error }),
    });
    undo.push(() => running.stop());
    const pagesPort = publisherPort === "off" ? undefined : await pagesPortOf(publisherPort);
    const streams = await service.listen({
      port: await reportedPort("streaming service", streamsPort),
    });
    const marketplace = await startMarketplace({
      data: folder.data,
      port: await reportedPort("marketplace", marketplacePort),
      secrets,
      allowedOrigins: pagesPort === undefined ? [] : originsOf(pagesPort),
    });
    undo.push(() => marketplace.close());
    const documentation =
      pagesPort === undefined
        ? undefined
        : await startDocumentation({
            folder,
            port: pagesPort,
            streamsUrl: streams.url,
            accessKey: secrets.accessKey,
            marketplaceUrl: marketplace.url,
          });
    if (documentation !== undefined) undo.push(() => documentation.close());

    const { accessKey, secretKey, brokerId } = secrets.accessKey;
    const { user, admin } = sandboxUsers;
    await folder.announce({
      streams: {
        url: streams.url,
        access_key: accessKey,
        secret_key: secretKey,
        broker_id: brokerId,
      },
      marketplace: { url: marketplace.url, username: user, password: secrets.userPassword },
      ...(documentation !== undefined && { publisher: { url: documentation.url } }),
    });
    out(
      welcomeText({
        documentationUrl: documentation?.url,
        streamsUrl: streams.url,
        marketplaceUrl: marketplace.url,
        accessKey: secrets.accessKey,
        username: user,
        password: secrets.userPassword,
        adminName: admin,
        adminPassword: secrets.adminPassword,
        dataFolder: folder.data,
        stays: !ephemeral,
        mailFolder: marketplace.mailFolder,
      }),
    );
    documentation?.published.catch((error: unknown) => {
      logger({ level: "error", event: "publishing_failed", error });
    });
    return { close };
  } catch (error) {
    await close();
    throw error;
  }
}
