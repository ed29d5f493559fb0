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
}

/** Registers a function that closes an opened part. The part that was opened last is closed first. */
export type AtEnd = (end: () => Promise<void> | void) => void;

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
  atEnd: AtEnd,
): Promise<StreamsProcess> {
  const { role, dataPath, settings, snapshotIntervalMs } = environment;
  if (role === "gateway") {
    const log = await openLogReader(environment, logger);
    atEnd(() => log.close());
    const gateway = createStreamsGateway({ accessKeys, log, settings, logger });
    atEnd(() => gateway.close());
    return { gateway };
  }

  // The references are closed after the log, because the last frames are remembered once they are durable.
  const references =
    dataPath === undefined ? undefined : openReferenceStore(join(dataPath, "references.sqlite"));
  if (references !== undefined) atEnd(() => references.close());
  const log = await openLog(environment, logger);
  atEnd(() => log.close());
  const input = { log, snapshotIntervalMs, ...(references !== undefined && { references }) };
  if (role === "publisher") {
    const publisher = createStreamsPublisher(input);
    atEnd(() => publisher.close());
    return {
      publisher: {
        publish: async (command) => (await publisher.publish(command)).number,
        giveUp: publisher.giveUp,
      },
    };
  }
  const service = createStreamsService({ ...input, accessKeys, settings, logger });
  atEnd(() => service.close());
  return { gateway: service, publisher: service };
}
