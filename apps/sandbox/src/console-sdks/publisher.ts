// The build bundles this file for the console of the publisher.

export { createPublisherClient as createClient } from "@specwright/publisher-api/client";
export { restTransport } from "@specwright/rest/client";
