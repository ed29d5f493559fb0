// A process that works on one document. It may read only its own code, and has no network access.

import { setFlagsFromString } from "node:v8";
import type { TaskMessage, WorkerMessage } from "./processing/protocol.ts";
import { denyNetwork } from "./worker/deny-network.ts";
import { processDocument } from "./worker/process-document.ts";

denyNetwork();
// The process exits after one document, so optimizing functions rarely pays off: by default, V8
// spends a tenth of the processor time on it. V8 still optimizes the hot functions of hard
// documents.
setFlagsFromString("--invocation-count-for-turbofan=100000");
// The service has exited, so nothing needs the result.
process.on("disconnect", () => process.exit(0));

let next = Promise.withResolvers<void>();

function sendToService(message: WorkerMessage): Promise<void> {
  return new Promise((resolve, reject) => {
    if (process.send === undefined)
      reject(new Error("this program is started by the service, not by hand"));
    else process.send(message, undefined, {}, (error) => (error ? reject(error) : resolve()));
  });
}

process.on("message", (message: TaskMessage) => {
  if (message.kind === "next") {
    next.resolve();
    return;
  }
  void processDocument(message.task, async (batch) => {
    next = Promise.withResolvers<void>();
    await sendToService({ kind: "batch", batch });
    await next.promise;
  }).then(sendToService);
});

await sendToService({ kind: "ready" });
