// A process that works on a document in a child process, until it is killed.

import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { systemClock } from "@specwright/runtime";
import { workerProcesses } from "../src/processing/run-worker.ts";

const files = [{ path: "openapi.yaml", content: gzipSync(readFileSync(0)) }];
await workerProcesses({ cpuSeconds: 600, heapMb: 512 }, systemClock)(
  { head: { path: "openapi.yaml", files }, base: null, format: null, hasPages: true },
  { onBatch: async () => {}, signal: new AbortController().signal },
);
