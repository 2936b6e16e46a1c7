// What models have cost, against the cap of a day or a month.

import { z } from "zod";

export const used = z.object({ usd: z.number(), capUsd: z.number() });
