import type { Contract } from "./model/contract.ts";

/** The part of a contract that the reader of one kind of document provides. */
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
