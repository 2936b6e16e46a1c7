// The HTTP contract: POST /v1/<operation> with JSON in and out (an operation that streams: also as lines of JSON), one
// route on which hooks wait for an answer, and on the loopback port the page.

import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { HandlerContext } from "../../areas/context.ts";
import { isOperationName } from "../../areas/contracts.ts";
import { forShell } from "../../areas/for-shell.ts";
import { perform } from "../../areas/perform.ts";
import { errorCodes, TellbackError } from "../../protocol/errors.ts";
import { pageKeyIn } from "../web/keys.ts";
import { addPageRoutes, type WebPage } from "../web/web.ts";
import { answerHook } from "./answer.ts";
import { fromHere, type GuardOptions, withToken } from "./guard.ts";
import { refuseUnlessPageMay } from "./page-rights.ts";
import { streamed, wantsStream } from "./stream.ts";

const maxBodySize = 4 * 1024 * 1024;

export interface AppOptions extends GuardOptions {
  /** On the loopback port only. */
  page?: WebPage;
}

export function createApp(context: HandlerContext, { token, hosts, page }: AppOptions): Hono {
  const app = new Hono();

  app.use(fromHere(hosts));
  app.use((_, next) => {
    context.memory.refreshSettings();
    return next();
  });
  if (page) addPageRoutes(app, page);
  const isPageKey = (authorization: string) => {
    const key = pageKeyIn(authorization);
    return page !== undefined && key !== null && page.keys.accepts(key);
  };
  const isPage = (c: Context) => isPageKey(c.req.header("authorization") ?? "");
  app.use(withToken(token, isPageKey));
  app.use(
    bodyLimit({
      maxSize: maxBodySize,
      onError: () => {
        throw new TellbackError(
          "too_large",
          `the request is too large: at most ${maxBodySize} bytes are allowed`,
        );
      },
    }),
  );

  // A browser calls operations only, and not all of them.
  app.use("*", async (c, next) => {
    if (isPage(c) && !c.req.path.startsWith("/v1/"))
      throw new TellbackError("forbidden", "the page may only call operations");
    await next();
  });

  app.post("/v1/:operation", async (c) => {
    const name = c.req.param("operation");
    if (!isOperationName(name)) throw new TellbackError("not_found", `unknown operation "${name}"`);
    const mine = { ...context, isPage: isPage(c) };
    if (mine.isPage) refuseUnlessPageMay(name);
    context.onRequest(name);
    const body = parseJson(c.req.header("content-type"), await c.req.text());
    if (wantsStream(name, c.req.header("accept"))) {
      return streamed((emit) => perform({ ...mine, emit }, name, body), context.log);
    }
    return c.json(await perform(mine, name, body));
  });

  app.post("/hook/:host", async (c) => {
    context.onRequest("hook");
    const body = Buffer.from(await c.req.arrayBuffer());
    return c.text(await answerHook(context, body));
  });

  // Loaded for the first MCP client: most daemons never have one here.
  let mcp: Promise<(request: Request) => Promise<Response>> | undefined;
  app.all("/mcp", async (c) => {
    context.onRequest("mcp");
    mcp ??= import("../mcp/http.ts").then(({ mcpOverHttp }) =>
      mcpOverHttp(
        (name, input) => perform(context, name, input),
        (answer) => forShell(context.memory.paths, answer),
      ),
    );
    return (await mcp)(c.req.raw);
  });

  app.notFound(() => {
    throw new TellbackError("not_found", "unknown route");
  });

  app.onError((thrown, c) => {
    const error = TellbackError.from(thrown);
    if (error.code === "internal") context.log(thrown);
    // The rest of such a body is not read, so the connection cannot be reused.
    if (error.code === "too_large") c.header("connection", "close");
    return c.json({ error: error.toBody() }, errorCodes[error.code].status as ContentfulStatusCode);
  });

  return app;
}

function parseJson(type: string | undefined, text: string): unknown {
  if (!/^application\/json\b/i.test(type ?? "")) {
    throw new TellbackError("invalid_input", "the request body must be application/json");
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new TellbackError("invalid_input", "the request body is not valid JSON");
  }
}
