export {
  createExchange,
  type Exchange,
  type ExchangeOptions,
} from "./exchange/create-exchange.ts";
