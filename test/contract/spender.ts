// A program that reserves a cent repeatedly, and prints whether it got it: node spender.ts <name> <how often>

import { openMemory } from "../../src/journeys/followers.ts";
import { reserve } from "../../src/models/spend.ts";

const [name = "", count = "0"] = process.argv.slice(2);
const memory = await openMemory();
for (let n = 0; n < Number(count); n++) {
  const call = { provider: "p", model: "m", purpose: "observations", callKey: `${name}-${n}`, cost: 1e7 };
  console.log((await reserve(memory.db, call, { dailyUsd: 0.1, monthlyUsd: 5 })).status);
}
await memory.close();
