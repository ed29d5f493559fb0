// The code for channels with numbered frames: a sequence, or subscriptions to keys.

import type { CreateNumbering } from "../numbering.ts";
import { createFrameRules } from "./frame-rules.ts";
import { createPeeker } from "./peek-frame.ts";
import { createReaderHistory } from "./reader-history.ts";
import { requestedStart } from "./requested-start.ts";
import { createResubscriber } from "./resubscriber.ts";

export const createNumbering: CreateNumbering = (channel, parameters, clock, position) => {
  const history = createReaderHistory(channel, parameters, position);
  const start = position === undefined ? requestedStart(channel, parameters) : position.seq + 1n;
  const rules = createFrameRules(channel, parameters, start, history);
  return {
    rules,
    resubscriber: createResubscriber(channel, rules.keys, clock),
    peek: createPeeker(channel),
  };
};
