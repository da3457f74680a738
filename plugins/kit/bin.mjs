#!/usr/bin/env node
import { runKit } from "./commands.mjs";

try {
  process.exitCode = await runKit(process.argv.slice(2));
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
