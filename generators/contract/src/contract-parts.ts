import type { Contract } from "./model/contract.ts";

/** Is what the reader of one kind of document brings to the contract. */
export type ContractParts = Pick<
  Contract,
  | "servers"
  | "operations"
  | "webhooks"
  | "channels"
  | "messages"
  | "channelOperations"
  | "securitySchemes"
  | "tags"
>;
