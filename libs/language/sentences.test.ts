import { expect, test } from "vitest";
import { sentencesOf } from "./sentences.ts";

test.each<[string, string[]]>([
  ["It hung. The mirror was closed.", ["It hung.", "The mirror was closed."]],
  ["Use a queue, i.e. a file per event. It works.", ["Use a queue, i.e. a file per event.", "It works."]],
  ["Some hosts (e.g. Codex) differ. Others do not.", ["Some hosts (e.g. Codex) differ.", "Others do not."]],
  [
    "Version 1.2.3 is out. See https://a.test/b.c?d=1. It is fine.",
    ["Version 1.2.3 is out.", "See https://a.test/b.c?d=1.", "It is fine."],
  ],
  ["Edit src/a.test.ts and b.py. Then run it.", ["Edit src/a.test.ts and b.py.", "Then run it."]],
  ["It answers in 80 ms. Still to do: the docs.", ["It answers in 80 ms.", "Still to do: the docs."]],
  [
    "See no. 5 of the list. The answer is no. Go on.",
    ["See no. 5 of the list.", "The answer is no.", "Go on."],
  ],
  ["Ms. Lee decides. Wait.", ["Ms. Lee decides.", "Wait."]],
  ["1. First point", ["1. First point"]],
  ["Really? Yes! done", ["Really?", "Yes!", "done"]],
  [
    "Das gilt z.B. für Listen, d.h. immer. Danach nicht.",
    ["Das gilt z.B. für Listen, d.h. immer.", "Danach nicht."],
  ],
  ["同步超时了。原因是镜像关闭。", ["同步超时了。", "原因是镜像关闭。"]],
  ["修正しました。テストは通ります。", ["修正しました。", "テストは通ります。"]],
  ["Это исправлено, т.е. работает. Готово.", ["Это исправлено, т.е. работает.", "Готово."]],
  ["Call `a. B` now. Then stop.", ["Call `a. B` now.", "Then stop."]],
  ["", []],
])("%s", (text, sentences) => {
  expect(sentencesOf(text)).toEqual(sentences);
});
