// Like publish-process.test.ts, with the data in PostgreSQL: a service is killed, stopped, or not awaited
// while it processes a document.

import { testDatabases } from "@specwright/service/database/testing";
import { inject } from "vitest";
import { describePublishProcess } from "./describe-publish-process.ts";

const postgresUrl = (): string => inject("postgresUrl");
const { databaseVariables } = testDatabases({ fileName: "publisher.db", postgresUrl });
describePublishProcess(databaseVariables, "of the storage");
