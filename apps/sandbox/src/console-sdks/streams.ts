// The build bundles this file for the console of the streams.

export { streamTransport } from "@specwright/streams/client";
export { createStreamsClient as createClient } from "@specwright/streams-api/client";
