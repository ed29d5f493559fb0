import type { Clock } from "@specwright/runtime";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import type { FeedDescriptor } from "@specwright/runtime/transport";
import type { HandledRequest } from "../../sessions/stream-handlers.ts";
import type { FeedServerListener } from "../feed-server-event.ts";
import type { FeedRefusal } from "../refuse.ts";
import type { NamedTopic, RequestReader } from "../topics/read-request.ts";
import type { FrameMaker, TopicAudience } from "../topics/topic-audience.ts";
import type { FeedPeerInfo } from "../topics/topic-handlers.ts";

/** What a connection needs from its server. */
export interface PeerHost {
  readonly channel: ChannelDescriptor;
  readonly feed: FeedDescriptor;
  readonly clock: Clock;
  readonly maker: FrameMaker;
  readonly read: RequestReader;
  /** The operations with a reply, and their handlers. */
  readonly requests: readonly HandledRequest<FeedPeerInfo>[];
  /** Whether frames are checked before they are sent. */
  readonly checksFrames: boolean;
  readonly maxPendingBytes: number;
  readonly maxPendingFrames: number;
  readonly onEvent: FeedServerListener;
  /** Decides on a subscription: returns the topic, or a refusal. */
  decide(
    topic: NamedTopic,
    peer: FeedPeerInfo,
  ): TopicAudience | FeedRefusal | Promise<TopicAudience | FeedRefusal>;
  /** Records that a topic may have no subscribers any more. */
  release(audience: TopicAudience): void;
  /** Records that the connection is over. */
  ended(): void;
}
