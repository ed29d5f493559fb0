// Like publisher.test.ts, with the data in PostgreSQL.

import { testDatabases } from "@specwright/service/database/testing";
import { inject } from "vitest";
import { describePublisher } from "./describe-publisher.ts";

const postgresUrl = (): string => inject("postgresUrl");
describePublisher(testDatabases({ fileName: "publisher.db", postgresUrl }));
