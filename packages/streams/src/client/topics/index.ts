// The parts for channels with topics.

export { FeedConnections, type PlacedTopic } from "./feed-connections.ts";
