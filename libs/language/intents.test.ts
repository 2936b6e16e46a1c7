// What prompts want from memory, in several languages; and prompts that want nothing of the kind.

import { describe, expect, test } from "vitest";
import { daysAsked, type Intent, intentOf } from "./intents.ts";

const asked: Record<Intent, readonly string[]> = {
  resume: [
    "Where were we?",
    "where did we leave off",
    "What were we working on?",
    "Catch me up please",
    "Let's continue where we left off",
    "Wo waren wir stehen geblieben?",
    "Woran haben wir zuletzt gearbeitet?",
    "Où en étions-nous ?",
    "¿Dónde nos quedamos?",
    "Onde paramos?",
    "На чём мы остановились?",
    "どこまで進みましたか",
    "上次做到哪了？",
    "어디까지 했지?",
  ],
  left: [
    "is there something left to do?",
    "Anything still open?",
    "What is left to do?",
    "what's left",
    "What still needs to be done? What remains?",
    "what's next?",
    "oh, what's outstanding?",
    "what should we do next",
    "Was sollen wir als nächstes machen?",
    "Was ist noch offen?",
    "Was fehlt noch?",
    "Que reste-t-il à faire ?",
    "¿Qué falta por hacer?",
    "O que falta fazer?",
    "Что осталось сделать?",
    "残っているタスクは？",
    "还剩什么要做？",
    "뭐가 남았어?",
  ],
  changes: [
    "What changed since yesterday?",
    "what did we do yesterday",
    "What has been changed this week?",
    "Was hat sich seit gestern geändert?",
    "Qu'est-ce qui a changé depuis hier ?",
    "¿Qué ha cambiado desde ayer?",
    "O que mudou desde ontem?",
    "Что изменилось со вчерашнего дня?",
    "昨日から何が変わりましたか",
    "昨天改了什么？",
    "어제부터 뭐가 바뀌었어?",
  ],
  thread: [
    "continue with the vouchers",
    "let's pick up issue 41",
    "how far are we with the importer",
    "the login test is still failing",
    "the export crashes again",
    "Mach mit den Gutscheinen weiter",
    "Der Import schlägt immer noch fehl",
    "Continue avec les bons",
    "Continúa con los cupones",
    "Continua com os cupons",
    "Продолжим с купонами",
    "クーポンの進捗は？",
    "优惠券的进展如何？",
    "继续做优惠券",
    "쿠폰 작업 계속해",
  ],
  decided: [
    "what did we decide about the cache?",
    "did we ever rotate the keys?",
    "Haben wir die Schlüssel getauscht?",
    "Qu'avons-nous décidé pour le cache ?",
    "¿Qué decidimos sobre la caché?",
    "O que decidimos sobre o cache?",
    "Что мы решили про кэш?",
    "キャッシュについて何を決めましたか",
    "我们之前决定了什么缓存方案？",
    "캐시는 뭐로 결정했어?",
  ],
  how: [
    "How do we deploy?",
    "How do we represent money?",
    "how do we run the tests here",
    "What is our convention for error codes?",
    "How are migrations done in this project?",
    "which search engine do we use and why",
    "how often do we retry an upload",
    "where do thumbnails go",
    "Wo liegen die Vorschaubilder?",
    "Wie oft wird ein Upload wiederholt?",
    "¿Dónde se guardan las miniaturas?",
    "Где хранятся миниатюры?",
    "Wie stellen wir Geldbeträge dar?",
    "Comment gère-t-on les erreurs ?",
    "¿Cómo representamos el dinero?",
    "Como representamos dinheiro?",
    "Как мы храним деньги?",
    "お金はどのように表現していますか",
    "我们怎么表示金额？",
    "금액은 어떻게 표현하나요?",
  ],
  tried: [
    "Did we try a retry queue?",
    "Have we already tried Redis streams?",
    "Haben wir schon mal Redis versucht?",
    "A-t-on déjà essayé Redis ?",
    "¿Ya hemos probado Redis?",
    "Já tentamos Redis?",
    "Мы уже пробовали Redis?",
    "Redisを試したことはありますか",
    "我们试过 Redis 吗？",
    "Redis 시도해 봤어?",
  ],
  why: [
    "Why is the sync hanging on Sundays?",
    "what was the reason for the second queue?",
    "Warum hängt der Sync am Sonntag?",
    "Pourquoi la synchronisation est-elle lente ?",
    "¿Por qué usamos dos colas?",
    "Por que usamos duas filas?",
    "Почему синхронизация зависает?",
    "なぜキューが二つあるのですか",
    "为什么有两个队列？",
    "왜 큐가 두 개야?",
  ],
  branch: ["can you review the changes in the branch", "Prüfe bitte die Änderungen in diesem Branch"],
};

describe("a prompt's intent", () => {
  for (const [intent, prompts] of Object.entries(asked)) {
    test.each(prompts)(`${intent}: %s`, (prompt) => {
      expect(intentOf(prompt)).toBe(intent);
    });
  }

  test.each([
    "commit",
    "yes",
    "Great!!",
    "run the tests",
    "Add a button to the page",
    "Füge einen Knopf hinzu",
    "rename parseDate to readDate",
  ])("none: %s", (prompt) => {
    expect(intentOf(prompt)).toBeNull();
  });

  test("a long prompt that asks in passing what is next wants something else", () => {
    expect(
      intentOf(`Write a parser for dates. ${"It reads ISO weeks. ".repeat(10)} What's next?`),
    ).toBeNull();
  });

  test.each([
    ["What changed today?", 0],
    ["Was hat sich seit gestern geändert?", 1],
    ["what changed this week", 7],
    ["What changed?", 1],
  ])("%s looks %i days back", (prompt, days) => {
    expect(daysAsked(prompt)).toBe(days);
  });
});
