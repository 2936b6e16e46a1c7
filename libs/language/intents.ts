// What a prompt wants from memory, if it says so: "where were we", "what is left", "did we try X". A table of phrasings
// in nine languages. Pure.

export type Intent = "resume" | "left" | "changes" | "how" | "tried" | "why" | "branch";

/** These are answered from the last work alone; the others need a subject. */
export const wholeIntents: ReadonlySet<Intent> = new Set(["resume", "left", "changes"]);

/** Longer prompts are about something else, whatever they also ask. */
const longestAsked: Record<Intent, number> = {
  resume: 120,
  left: 120,
  changes: 160,
  how: 300,
  tried: 300,
  why: 300,
  branch: 400,
};

const table: Record<Intent, readonly RegExp[]> = {
  resume: [
    /\bwhere (?:were|are|was) (?:we|i)\b|\bwhere (?:did )?(?:we|i) (?:left|leave|stop(?:ped)?)\b|\bleft off\b|\bwhat (?:were|was|have|had) (?:we|i) (?:been )?(?:doing|working on|up to)\b|\bwhat did (?:we|i|you) (?:do|work on|finish|get done) (?:last|before|recently|in the last)\b|\bcatch me up\b|\bpick up where\b|\bbring me up to speed\b|\bstate of (?:play|things|the work)\b|\bwhat(?:'s| is) the (?:current )?status\b/i,
    /\bwo (?:waren|sind|standen|war) wir\b|\bwo (?:bin|war) ich\b|stehen ?geblieben|\bworan (?:haben|hatten|habe|war) (?:wir|ich)\b|\bwas (?:haben|hatten|habe) (?:wir|ich) (?:zuletzt|das letzte mal|beim letzten mal|vorhin)\b|\bstand der dinge\b|\bwie ist der stand\b/i,
    /où en (?:étions|sommes|étais|est|était)[- ]|où en est-on|où (?:nous |on )?(?:nous )?(?:étions|s'est) arrêtés?|qu'(?:avons|a)-(?:nous|t-on) fait (?:la dernière fois|en dernier)/i,
    /(?:en )?d[óo]nde (?:nos quedamos|est[áa]bamos|lo dejamos|íbamos)|por d[óo]nde íbamos|qu[ée] (?:hicimos|est[áa]bamos haciendo)(?: la [úu]ltima vez)?/i,
    /onde (?:par[áa]mos|est[áa]vamos|ficamos)|o que (?:fizemos|est[áa]vamos fazendo) (?:por [úu]ltimo|da [úu]ltima vez)/i,
    /(?:на ч[её]м|где) мы (?:остановились|закончили|были)|что мы делали/i,
    /どこまで(?:や|進|でき|終)|前回(?:の続き|は何|どこ)|続きはどこ|何をして(?:い|た)/,
    /(?:上次|我们|咱们)?(?:做|进行|讲|说)到哪|上次(?:做|干)了?(?:什么|啥)|现在(?:进展|进度)/,
    /어디까지 ?(?:했|진행|왔)|지난번에? ?(?:뭐|무엇|어디)|뭐 하고 있었/,
  ],
  left: [
    /\bwhat(?:'s|s| is| are| was)? (?:still |else )?(?:left|open|remaining|outstanding|pending|missing|to ?do|unfinished|the next steps?|next)\b|\bwhat (?:still )?(?:remains|needs to be done|has to be done|do we (?:still )?(?:need|have) to do)\b|\bwhat else (?:is|do|needs)\b|\b(?:anything|something|much|any work) (?:still )?(?:left|open|outstanding|unfinished|pending)\b|\b(?:open|outstanding|remaining) (?:points|items|tasks|issues|todos|work)\s*\?|\bwhat (?:should|shall|do|can) (?:we|i|you) (?:do|tackle|work on|start with) (?:next|now|today)\b|\bwhat comes next\b|\banything (?:left|open|outstanding|missing)\b|^(?:any )?(?:todos?|next steps?)\s*\?*$/i,
    /\bwas (?:ist|bleibt|wäre|steht|gibt es) (?:noch |jetzt )*(?:offen|übrig|zu tun|zu machen|an|aus|nötig)\b|\bwas (?:fehlt|müssen wir|muss ich|muss) (?:denn )?noch\b|\bwas (?:soll|sollen|kann|machen|mache) (?:wir|ich) (?:als nächstes|jetzt)\b|\bnoch (?:zu tun|offen)\b|\boffene punkte\b|\bnächste[nr]? schritte?\b/i,
    /qu['’]?(?:est-ce qu['’]il |e )?reste(?:-t-il|nt)?|reste-t-il|il reste quoi|prochaines étapes|qu['’]est-ce qui (?:manque|reste)/i,
    /qu[ée] (?:queda|falta|est[áa] pendiente|nos queda|m[áa]s falta)|pr[óo]ximos pasos|hay algo pendiente/i,
    /o que (?:falta|resta|est[áa] pendente|ainda falta)|pr[óo]ximos passos|ficou pendente/i,
    /что (?:ещё |еще |у нас )?(?:осталось|не сделано|нужно (?:ещё |еще )?сделать)|следующие шаги/i,
    /残(?:って|り|っている)(?:い|は|の|る|タスク|作業)|あと(?:は)?何|未完了|次(?:は何|のステップ)/,
    /还(?:剩|有)(?:下)?(?:什么|哪些|啥)|剩下(?:什么|哪些|的)|还(?:需要|要)做|待办|下一步/,
    /(?:뭐|무엇)(?:가|이)? ?(?:남|더)|남은 ?(?:것|일|작업)|남았|다음 ?단계|할 ?일/,
  ],
  changes: [
    /\bwhat (?:has |have |was |were )?(?:been )?changed\b|\bwhat(?:'s| is) (?:new|different)\b|\bwhat did (?:we|you|i) (?:change|do|fix|add|commit) (?:yesterday|today|this|last|since|on)\b|\bwhat happened (?:yesterday|today|since|while|last)\b|\bchanges since\b/i,
    /\bwas (?:hat|haben) (?:sich|wir|ich) (?:.{0,30} )?(?:geändert|verändert)|\bwas (?:haben|habe) (?:wir|ich) (?:gestern|heute|seit|letzte)\b|\bwas ist neu\b|\bänderungen seit\b/i,
    /qu['’]est-ce qui a changé|qu['’]a-t-on (?:changé|fait) (?:hier|aujourd)|quoi de neuf|changements depuis/i,
    /qu[ée] (?:ha |han )?(?:cambiado|cambi[óo]|cambiaron|hicimos (?:ayer|hoy))|cambios desde|qu[ée] hay de nuevo/i,
    /o que (?:mudou|foi alterado|mudamos|fizemos (?:ontem|hoje))|mudanças desde|alterações desde/i,
    /что (?:изменилось|поменялось|мы (?:сделали|изменили) (?:вчера|сегодня))|изменения (?:с|за)/i,
    /何が変わ|変更(?:点|された)?は|(?:昨日|今日|先週).{0,8}(?:何|変更|やった)/,
    /(?:改|变|更新)了(?:什么|哪些|啥)|有什么(?:变化|改动|更新)|(?:昨天|今天|上周).{0,6}(?:做|改)了/,
    /(?:뭐|무엇)(?:가|이) ?(?:바뀌|변경|달라)|(?:어제|오늘).{0,8}(?:뭐|무엇|변경)|변경 ?사항/,
  ],
  how: [
    /\bhow (?:do|does|should|did|are|is|can) (?:we|i|one|this project|the project|our|it|\w+ (?:here|done here|handled here|in this (?:project|repo)))\b|\bhow (?:do|are|is) .{2,60}\b(?:here|in this (?:project|repo(?:sitory)?|code ?base))\b|\bwhat(?:'s| is) (?:the|our) (?:convention|way|rule|standard|practice|policy|process|command)\b|\b(?:which|what) (?:.{1,30} )?(?:do|did|are|have) we\b|\bhow (?:often|many|much|long|far|big|large)\b.{0,40}\b(?:we|our|us|do|does|is|are|may|can)\b|^where (?:do|does|did|is|are|should) .{2,60}$/i,
    /\bwie (?:machen|stellen|behandeln|speichern|testen|bauen|deployen|nennen|lösen|verwenden|starten|führen|veröffentlichen|handhaben) wir\b|\bwie (?:wird|werden|geht|ist) .{2,60}\b(?:hier|bei uns|gemacht)\b|\bwas ist (?:hier |bei uns )?(?:die|unsere) (?:konvention|regel)\b|\bwelche[ns]? .{1,30} (?:nutzen|verwenden|benutzen|haben) wir\b|\bwie (?:oft|lange|viele?|groß|weit)\b.{0,40}\b(?:wir|uns|wird|werden|ist|sind|darf|dürfen)\b|^wo (?:liegt|liegen|landet|landen|ist|sind|speichern|wird|werden|finde|finden) .{2,60}$/i,
    /comment (?:fait-on|faisons-nous|on (?:fait|gère)|gère-t-on|gérons-nous|représente-t-on|représentons-nous|est-ce qu['’]on)|quelle est (?:la|notre) (?:convention|règle)|^où (?:est|sont|va|vont|met-on|mettons-nous|se trouve)/i,
    /c[óo]mo (?:hacemos|representamos|manejamos|guardamos|probamos|desplegamos|se (?:hace|maneja|representa))|cu[áa]l es (?:la|nuestra) (?:convenci[óo]n|regla)|^¿?(?:a )?d[óo]nde (?:est[áa]n?|van?|guardamos|se guardan?)/i,
    /como (?:fazemos|representamos|tratamos|guardamos|testamos|n[óo]s )|qual [ée] (?:a|nossa) (?:convenção|regra)|^onde (?:está|estão|fica|ficam|vai|vão|guardamos)/i,
    /как (?:мы|у нас|здесь|тут|принято)|^где (?:лежит|лежат|хранится|хранятся|находится|находятся)/i,
    /(?:どう|どのように|どうやって).{0,20}(?:ます|する|して|いる|か)|(?:規約|ルール|方針)は|どこに(?:あ|保存|置)/,
    /(?:我们|这里|项目里?)?(?:怎么|如何|怎样).{1,30}|(?:约定|规范|规则)是|(?:放|存|保存)?在哪(?:里|儿)?/,
    /어떻게|어디에 ?(?:있|저장|두)|(?:규칙|관례|컨벤션)(?:은|이|는)/,
  ],
  tried: [
    /\b(?:did|have|had) (?:we|i|you|anyone)(?: ever| already| not)? (?:try|tried|attempt(?:ed)?|test(?:ed)? (?:out )?|experiment(?:ed)?|consider(?:ed)?)\b|\bhas (?:this|that|it|\w+) been tried\b|\balready tried\b|\btried .{2,60} before\b/i,
    /\b(?:haben|hatten|hast|habe) (?:wir|du|ich)\b.{0,80}\b(?:versucht|probiert|ausprobiert|getestet|überlegt)\b|\bschon (?:mal )?(?:versucht|probiert|ausprobiert)\b/i,
    /(?:avons|a|as|ai)-?(?:nous|t-on|tu|je).{0,20}essayé|déjà essayé|(?:on a|nous avons) (?:déjà )?essayé/i,
    /(?:ya )?(?:hemos |hab[íi]amos )?(?:intentado|probado)|(?:ya )?(?:intentamos|probamos)/i,
    /(?:j[áa] )?(?:tentamos|testamos|experimentamos)/i,
    /(?:мы|ты|вы|кто-нибудь) (?:уже )?(?:пробовали|пробовал|пытались|тестировали)|уже пробовали/i,
    /試(?:し|み)(?:た|まし|て)|試したこと/,
    /(?:试|尝试)过/,
    /시도(?:해|한|했)|해 ?본 ?적/,
  ],
  why: [
    /\bwhy\b|\bwhat(?:'s| is| was) the (?:reason|rationale|cause)\b|\bhow come\b/i,
    /\b(?:warum|wieso|weshalb)\b|\bwas ist der grund\b/i,
    /\bpourquoi\b|quelle est la raison/i,
    /por qu[ée]|cu[áa]l es la raz[óo]n/i,
    /por que|por quê|qual (?:é )?o motivo/i,
    /почему|зачем|по какой причине/i,
    /なぜ|どうして|理由は/,
    /为什么|为啥|为何|原因是/,
    /왜|이유/,
  ],
  branch: [
    /\b(?:the|this|our|my|current|your) (?:feature )?branch\b/i,
    /\b(?:dem|den|der|diese[mnr]|unsere[mnr]|meine[mnr]|aktuelle[mnr]) (?:branch|zweig)\b/i,
    /\b(?:la|cette|notre|ma) branche\b/i,
    /\b(?:la|esta|nuestra|mi) rama\b/i,
    /\b(?:o|este|nosso|meu|a|esta|nossa) (?:branch|ramo)\b/i,
    /(?:эт(?:а|ой|у)|наш(?:а|ей|у)|текущ(?:ая|ей|ую)) ветк/i,
    /(?:この|現在の)ブランチ/,
    /(?:这个?|当前|我们的)分支/,
    /(?:이|현재|우리) ?브랜치/,
  ],
};

/** In the order of the table: the first that fits. */
export function intentOf(prompt: string): Intent | null {
  const text = prompt.trim();
  const fits = (intent: Intent) =>
    text.length <= longestAsked[intent] && table[intent].some((phrasing) => phrasing.test(text));
  return (Object.keys(table) as Intent[]).find(fits) ?? null;
}

const days: readonly (readonly [number, RegExp])[] = [
  [7, /\b(?:week|woche|semaine|semana)\b|недел|週|周|주일|이번 주|지난주/i],
  [1, /\b(?:yesterday|gestern|hier|ayer|ontem)\b|вчера|昨日|昨天|어제/i],
  [0, /\b(?:today|heute|aujourd['’]hui|hoy|hoje)\b|сегодня|今日|今天|오늘/i],
];

/** How many days back a question about changes looks; the default is one. */
export function daysAsked(prompt: string): number {
  return days.find(([, word]) => word.test(prompt))?.[0] ?? 1;
}
