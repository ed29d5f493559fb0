export {
  type Outbox,
  type OutboxMessage,
  type OutboxWorker,
  type OutboxWorkerOptions,
  startOutboxWorker,
} from "./outbox-worker.ts";
