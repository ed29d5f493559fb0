// Our service and its stimulus as a program, for `--stimulus`: an example of the stimulus that a
// server needs to be judged completely.

import { createInterface } from "node:readline";
import { parseJson, stringifyJson } from "@specwright/runtime";
import type { JsonObject, PublishAction, SequencedName } from "../src/index.ts";
import { ConformanceError } from "../src/report/conformance-error.ts";
import { integerAt, textAt, valueAt } from "../src/streams/stimulus/json-values.ts";
import { stimulusActions } from "../src/streams/stimulus/stimulus.ts";
import { memoryEngine } from "./log-engines.ts";
import { startService } from "./start-service.ts";

const service = await startService({ engine: memoryEngine });
const { stimulus, account, url } = service;

function print(line: object): void {
  process.stdout.write(`${stringifyJson(line)}\n`);
}

async function act(request: JsonObject): Promise<JsonObject> {
  const brokerId = textAt(request, "broker_id") ?? "";
  switch (request["do"]) {
    case "publish": {
      const { channel, message, keys } = request;
      const frameId = textAt(request, "frame_id");
      // The kit sends what its types say; the service validates the message.
      const action: object = {
        channel,
        message,
        brokerId,
        ...(keys !== undefined && { keys }),
        ...(frameId !== undefined && { frameId }),
      };
      return { seq: await stimulus.publish(action as PublishAction) };
    }
    case "expire": {
      const channel = textAt(request, "channel") as SequencedName;
      await stimulus.expire?.({ channel, brokerId, upTo: integerAt(request, "up_to") ?? 0n });
      return {};
    }
    case "failWrites": {
      const channel = textAt(request, "channel") as SequencedName;
      const count = Number(integerAt(request, "count") ?? 0n);
      await stimulus.failWrites?.({ channel, brokerId, count });
      return {};
    }
    case "issueKey": {
      const issued = await stimulus.issueKey?.(brokerId);
      return {
        access_key: issued?.accessKey,
        secret_key: issued?.secretKey,
        broker_id: issued?.brokerId,
      };
    }
    case "revokeKey":
      await stimulus.revokeKey?.(textAt(request, "access_key") ?? "");
      return {};
    case "drain":
      void stimulus.drain?.();
      return {};
    case "restart":
      await stimulus.restart?.();
      return {};
    case "replaceLog":
      await stimulus.replaceLog?.();
      return {};
    default:
      throw new Error("no such action");
  }
}

print({
  ready: true,
  url,
  access_key: account.accessKey,
  secret_key: account.secretKey,
  broker_id: account.brokerId,
  can: stimulusActions,
});
for await (const line of createInterface({ input: process.stdin })) {
  const request = parseJson(line) as JsonObject;
  act(request).then(
    (answer) => print({ id: valueAt(request, "id"), ok: true, ...answer }),
    (error: unknown) => {
      const refused = error instanceof ConformanceError ? error.refused : undefined;
      const answer = { error: String(error), ...refused };
      print({ id: valueAt(request, "id"), ok: false, ...answer });
    },
  );
}
await service.stop();
