export { messageIdOf, startSmtp } from "./start-smtp.ts";
