import "reflect-metadata";
import { keepEvidence } from "./evidence.ts";
import { leaveToSqlite } from "./chosen.ts";
import { profileFiles } from "./profile.ts";
import { recordReach } from "./reach.ts";

// What the server reads from the environment is set here once, so that a developer's own settings change no test.
delete process.env.DATABASE_URL;
delete process.env.DATA_DIR;
delete process.env.ADMIN_USERNAME;
delete process.env.ADMIN_PASSWORD;

leaveToSqlite();
profileFiles();
await recordReach();
keepEvidence();
