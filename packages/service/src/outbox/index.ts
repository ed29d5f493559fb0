export {
  GIVE_UP_MS,
  type Outbox,
  type OutboxMessage,
  type OutboxWorker,
  startOutboxWorker,
} from "./outbox-worker.ts";
