import { join } from "node:path";
import type { StreamLogger } from "@specwright/streams/server";
import { createStreamsGateway, type StreamsGateway } from "./create-streams-gateway.ts";
import { createStreamsPublisher } from "./create-streams-publisher.ts";
import { createStreamsService, type StreamsService } from "./create-streams-service.ts";
import type { AccessKeys } from "./keys/access-keys.ts";
import { openLog, openLogReader } from "./open-log.ts";
import { openReferenceStore } from "./open-reference-store.ts";
import type { StreamsEnvironment } from "./read-environment.ts";

/** The running parts of a process. They depend on its role. */
export interface StreamsProcess {
  /** Serves clients; absent in a publisher. */
  readonly gateway?: Pick<StreamsGateway, "listen" | "statistics">;
  /** Accepts frames; absent in a gateway. */
  readonly publisher?: Pick<StreamsService, "publish" | "giveUp">;
  /** Stops everything and closes the log. */
  close(): Promise<void>;
}

/**
 * Opens the log and starts the parts for the role.
 *
 * @throws LogError
 * @throws StreamsAppError
 */
export async function startRole(
  environment: StreamsEnvironment,
  accessKeys: AccessKeys,
  logger: StreamLogger,
): Promise<StreamsProcess> {
  const { role, dataPath, settings, snapshotIntervalMs } = environment;
  if (role === "gateway") {
    const log = await openLogReader(environment, logger);
    const gateway = createStreamsGateway({ accessKeys, log, settings, logger });
    return {
      gateway,
      async close() {
        await gateway.close();
        await log.close();
      },
    };
  }

  const log = await openLog(environment, logger);
  const references =
    dataPath === undefined ? undefined : openReferenceStore(join(dataPath, "references.sqlite"));
  const input = { log, snapshotIntervalMs, ...(references !== undefined && { references }) };
  if (role === "publisher") {
    const publisher = createStreamsPublisher(input);
    return {
      publisher: {
        publish: async (command) => (await publisher.publish(command)).number,
        giveUp: publisher.giveUp,
      },
      async close() {
        publisher.close();
        await log.close();
        references?.close();
      },
    };
  }
  const service = createStreamsService({ ...input, accessKeys, settings, logger });
  return {
    gateway: service,
    publisher: service,
    async close() {
      await service.close();
      references?.close();
    },
  };
}
