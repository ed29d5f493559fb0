export { type ConnectNatsOptions, connectNats } from "./connect-nats.ts";
export { createJetStreamLog, type JetStreamLogOptions } from "./create-jetstream-log.ts";
export type { LogNotice } from "./log-notice.ts";
export type { NatsConnection, NatsHeaders, NatsMessage, NatsPeer } from "./nats.ts";
export { type ReplicaChange, type SetReplicasOptions, setReplicas } from "./set-replicas.ts";
