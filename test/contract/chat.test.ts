// The chat on every store: a conversation is stored once, as a session; it is found only by those who ask for
// conversations; it can be read back by another daemon.

import { expect, test } from "vitest";
import { reflect } from "../../src/journeys/reflect/reflect.ts";
import {
  chatOn,
  foundIn,
  notesOf,
  projectFolder,
  scripted,
  somethingHappened,
  textOf,
  toolsOf,
} from "../support/chat.ts";
import { forEachStore } from "../support/databases.ts";

const folder = projectFolder;

forEachStore((open) => {
  test("without a model the answer is the memories that fit, and says so", async () => {
    const { env } = await open.place();
    const chat = await chatOn(env);
    await somethingHappened(chat.memory);
    const { answerer, conversation } = await chat.call("chat.start", { folder });
    expect(answerer).toMatchObject({ model: null, hasTools: false });
    const { message } = await chat.call("chat.send", { conversation, text: "why does the parser fail?" });
    expect(notesOf(message)).toBe("No model is set. These are your memories:");
    expect(textOf(message)).toBe("");
    expect(foundIn(message)[0]?.title).toContain("parser");
    expect(message).toMatchObject({ state: "done", by: "memory", cost: { usd: 0 } });

    const content = "Use signed cookies for auth, because they need no store";
    await chat.call("remember", { content, type: "decision", folder });
    const asked = await chat.call("chat.send", {
      conversation,
      text: "What did we decide about authentication?",
    });
    expect(foundIn(asked.message)[0]).toMatchObject({
      ...{ title: "Use signed cookies for auth", summary: "because they need no store" },
    });

    const unknown = await chat.call("chat.send", { conversation, text: "zeppelins over Rotterdam" });
    expect(notesOf(unknown.message)).toBe("No model is set. No memory fits the question.");
  });

  test("a conversation is stored once, and found only by those who ask for conversations", async () => {
    const { env } = await open.place();
    const chat = await chatOn(env);
    const first = await chat.call("chat.send", { text: "Tell me where the zebracounter lives", folder });
    const { conversation } = first;
    const again = await chat.call("chat.send", { conversation, text: "And the zebracounter's tests" });
    expect(foundIn(again.message)).toEqual([]);

    const other = await chat.call("chat.send", { text: "The zebracounter once more", folder });
    expect(foundIn(other.message)).toEqual([]);
    const sessions = async (more: { conversations?: boolean; session?: string }) => {
      const { results } = await chat.call("search", { query: "zebracounter", allProjects: true, ...more });
      return new Set(results.map(({ sessionId }) => sessionId));
    };
    expect(await sessions({})).toEqual(new Set());
    expect(await sessions({ conversations: true })).toEqual(new Set([conversation, other.conversation]));
    expect(await sessions({ session: conversation })).toEqual(new Set([conversation]));
    const { sessions: listed } = await chat.call("session.list", { folder });
    expect(listed.map(({ id, host }) => [id, host])).toContainEqual([conversation, "tellback-chat"]);
    expect((await chat.call("chat.list", { folder })).conversations).toHaveLength(2);

    await chat.call("session.delete", { id: conversation });
    await expect(chat.call("chat.show", { conversation })).rejects.toThrow("404");
  });

  test("an answer from the memory is not stored: another daemon asks the memory again", async () => {
    const { env } = await open.place();
    const first = await chatOn(env);
    await somethingHappened(first.memory);
    const { conversation } = await first.call("chat.send", { text: "why does the parser fail?", folder });
    await first.call("chat.send", { conversation, text: "/task" });
    await first.memory.close();

    const later = await chatOn(env);
    const { observations } = await later.call("session.show", { id: conversation });
    expect(observations.map(({ kind }) => kind)).toEqual(["prompt", "prompt", "tool"]);
    const { messages } = await later.call("chat.show", { conversation });
    expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "user", "assistant"]);
    expect(messages[1] && notesOf(messages[1])).toBe("These are your memories now:");
    expect(messages[1] && foundIn(messages[1])[0]?.title).toContain("parser");
    expect(messages[3] && toolsOf(messages[3])).toMatchObject([{ tool: "task", state: "done" }]);
  });

  test("a conversation is no work: the next session is not reminded of it", async () => {
    const { env } = await open.place();
    const script = await scripted([{ text: "The zebracounter lives in src/zebra.ts and counts to 42." }]);
    const chat = await chatOn({ ...env, ...script.env });
    await somethingHappened(chat.memory);
    await chat.call("chat.send", { text: "Where does the zebracounter live?", folder });
    const { text } = await chat.call("context", { folder });
    expect(text).toContain("parser");
    expect(text).not.toContain("zebra");
    const { session } = await chat.call("session.info", { folder });
    expect(session?.host).toBe("claude-code");
  });

  test("a conversation teaches nothing, and is no use of a project", async () => {
    const { env } = await open.place();
    const wrong = "We decided to use port 9999 for the zebracounter, because 8080 is taken.";
    const script = await scripted([{ text: wrong }]);
    const chat = await chatOn({ ...env, ...script.env });
    await somethingHappened(chat.memory);
    const { projects: before } = await chat.call("projects", {});
    const said = "Always use port 9999 for the zebracounter, never 8080. Which one is it?";
    const { conversation } = await chat.call("chat.send", { text: said });
    await reflect(chat.memory, conversation);
    const due = await chat.memory.db.selectFrom("jobs").select("kind").execute();
    expect(due.map(({ kind }) => kind)).not.toContain("statements");
    expect((await chat.call("query", { query: "", allProjects: true })).nodes).toEqual([]);
    expect((await chat.call("projects", {})).projects).toEqual(before);
    expect((await chat.call("search", { query: "", allProjects: true })).results).toHaveLength(1);
  });

  test("the commands work without a model", async () => {
    const { env } = await open.place();
    const chat = await chatOn(env);
    await somethingHappened(chat.memory);
    const { conversation } = await chat.call("chat.start", { folder });
    const type = async (text: string) => (await chat.call("chat.send", { conversation, text })).message;

    const [kept] = toolsOf(await type("/remember Tokens live 15 minutes"));
    expect(kept).toMatchObject({ tool: "remember", state: "done" });
    const { nodes } = await chat.call("query", { query: "", folder });
    expect(nodes.map(({ content }) => content)).toEqual(["Tokens live 15 minutes"]);
    expect(foundIn(await type("/search tokens"))[0]?.id).toBe(nodes[0]?.id);
    expect(toolsOf(await type(`/why ${nodes[0]?.id}`))[0]).toMatchObject({ state: "done" });

    const code = "function double(n) { return 2 * n; }";
    await chat.call("fn.save", {
      name: "double",
      language: "javascript",
      code,
      description: "twice a number",
    });
    expect(toolsOf(await type("/run double 21"))[0]?.output).toContain("value: 42");
    expect(toolsOf(await type("/functions twice a number"))[0]?.output).toContain("double");
    expect(toolsOf(await type("/task"))[0]).toMatchObject({ state: "done" });
    expect(toolsOf(await type("/run nothing"))[0]).toMatchObject({ state: "failed" });
    expect(notesOf(await type("/serch tokens"))).toContain("There is no command /serch");
    expect(notesOf(await type("/search"))).toContain("/search WORDS");
  });

  test("another daemon reads a conversation back: messages, both answers, sources, costs", async () => {
    const { env } = await open.place();
    const script = await scripted([
      { tools: [{ name: "search_memory", input: { query: "parser" } }] },
      ({ text }) => ({ text: `It reads too far: ${/(?:obs|trn)_[0-9A-Z]{26}/.exec(text)?.[0]}` }),
      { text: "Another answer." },
    ]);
    const first = await chatOn({ ...env, ...script.env });
    await somethingHappened(first.memory);
    const { conversation } = await first.call("chat.send", { text: "Why does the parser fail?", folder });
    await first.call("chat.regenerate", { conversation });
    const before = await first.call("chat.show", { conversation });
    await first.memory.close();

    const later = await chatOn({ ...env, ...script.env });
    const { messages, conversation: read } = await later.call("chat.show", { conversation });
    expect(read).toMatchObject({ id: conversation, state: "idle" });
    const plain = (list: typeof messages) =>
      list.map(({ id, role, by, replaces, cost, cites, ...message }) => ({
        ...{ id, role, by, replaces, cost, cites, text: textOf(message as never) },
        tools: toolsOf(message as never).map(({ tool, state }) => ({ tool, state })),
      }));
    expect(plain(messages)).toEqual(plain(before.messages));
    expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "assistant"]);
    expect(messages[2]?.replaces).toBe(messages[1]?.id);
    expect(messages[1]?.cites).toEqual([
      { as: expect.stringMatching(/^(?:obs|trn)_/), id: expect.any(String) },
    ]);
    expect(messages[1]?.cost.usd).toBeGreaterThan(0);
  });
});
