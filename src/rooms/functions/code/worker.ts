// The thread that reads the code of functions.

import { answerRequests } from "../../../platform/request-thread.ts";
import { answerAbout } from "./read-code.ts";

answerRequests(answerAbout);
