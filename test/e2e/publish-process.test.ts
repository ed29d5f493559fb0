import { describePublishProcess } from "./describe-publish-process.ts";

describePublishProcess(async () => ({}), "all");
