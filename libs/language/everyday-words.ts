// Words that say nothing about the subject of a prompt, in nine languages: function words, acknowledgements, and what
// everybody asks of an agent ("commit", "run the tests"). Two prompts that share only these are about different things.

import { termsOf } from "./terms.ts";

const functionWords = `
  a an and are as at be been being but by can could did do does doing for from had has have having he her him his how i
  if in into is it its just me my no nor not of off on or our out over own she should so some such than that the their
  them then there these they this those to too up us was we were what when where which while who whom whose why will
  with would you your am about any all after before because between both during each few further here more most only
  other others same through under until very s t d ll m re ve don didn doesn isn aren wasn won couldn shouldn let lets
  also now may might must shall else every ever yet per via etc one two three first second third last next another
  der die das den dem des ein eine einen einem einer und oder aber nicht kein keine mit für von zu zum zur im in auf an
  am aus bei nach vor über unter ist sind war waren wird werden wurde hat haben hatte ich du er sie es wir ihr mich dich
  uns euch mein dein sein unser was wer wie wo wann warum wieso weshalb welche welcher welches dass ob wenn als auch nur
  noch schon mal bitte hier da dort jetzt dann so sehr mehr man kann können soll sollen muss müssen darf will doch denn
  le la les un une des du de et ou mais ne pas plus avec pour par sur dans en au aux ce cet cette ces il elle on nous
  vous ils elles je tu mon ton son notre votre que qui quoi où quand comment pourquoi est sont était être avoir ai a ont
  fait faut peut si aussi ici maintenant encore déjà y
  el la los las un una unos unas y o pero no con para por sobre en al del de que qué quién cómo cuándo dónde cuál porque
  es son era fue ser estar está están ha han he hay mi tu su nuestro nos se lo le les ya aún también aquí ahora más muy
  o os as um uma uns umas e ou mas não com para por sobre em no na nos nas ao do da dos das que quem como quando onde
  qual porque é são foi era ser estar está há meu seu nosso se já ainda também aqui agora mais muito isso isto
  и в во не что он на я с со как а то все она так его но да ты к у же вы за бы по только ее мне было вот от меня еще нет
  о из ему теперь когда даже ну ли если уже или ни быть был него до вас нибудь мы почему где это эта эти этот здесь там
  какой какая какие сейчас можно нужно надо для при чтобы
  です ます した する この その あの それ これ どう なぜ いつ どこ だれ 何 から まで ください って という こと もの ため
  ない ある いる なる です か ません でした して いて れる られ
  的 了 是 在 我 我们 你 他 她 它 这 那 有 和 就 不 人 都 一 一个 上 也 很 到 说 要 去 吗 呢 吧 什么 怎么 为什么 哪 哪里
  이 그 저 것 수 등 들 및 에서 으로 하는 있는 없는 합니다 했다 무엇 어떻게 왜 언제 어디 우리 나 너 는 은 가 을 를`;

const politeWords = `
  ok okay yes yeah yep yup no nope sure right good great nice perfect excellent awesome cool fine thanks thank thx please
  pls sorry hi hello hey wow lgtm done correct exactly agreed absolutely alright seem seems look looks better much still
  maybe think guess hmm oh ah whoops well really actually quite bit lot kind sort thing things stuff way something
  anything everything nothing want wanted need needs needed like would love try tries tried trying again back
  ja nein gut super prima danke toll klar genau passt stimmt oui non merci bien parfait d'accord sí bueno gracias vale
  perfecto sim não obrigado ótimo certo да нет спасибо хорошо отлично ладно はい いいえ ありがとう 好 好的 谢谢 可以 不错
  네 아니 고마워 좋아`;

/** How people talk about any subject; like the words of work, part of one only together with another word. */
const talkWords = `
  question questions answer answers ask asked asking mean means meant understand understood clarify clarified explicit
  explicitly basically simply exactly currently already instead rather possible possibly probably obviously apparently
  sense idea ideas reason reasons case cases example examples detail details point points note notes certain
  different similar various general overall whole bunch couple several multiple single previous
  earlier later soon always never often sometimes usually maybe today yesterday tomorrow morning week day days time
  times minute minutes moment feel feels wonder wondering believe suppose expect expected mention mentioned say says said
  talk talked discuss discussed decide suggestion suggest suggested recommend best easy easier hard simple quick quickly
  frage fragen antwort verstehe verstehen bedeutet eigentlich einfach gerade vielleicht wahrscheinlich beispiel genauso
  heute gestern morgen woche tag tage zeit meine meinst sagen gesagt besser leicht schnell
  réponse comprendre exemple simplement peut-être aujourd'hui hier demain semaine jour temps
  pregunta respuesta entender ejemplo simplemente quizás hoy ayer mañana semana día tiempo
  pergunta resposta exemplo talvez hoje ontem amanhã dia tempo вопрос ответ пример просто сегодня вчера завтра время
  質問 答え 例 今日 昨日 明日 问题 回答 例子 今天 昨天 明天 질문 답 예 오늘 어제 내일`;

/** Languages and endings of files: every other path contains one. */
const languageWords = `
  php java js ts jsx tsx py python rb ruby rs rust go golang cs cpp kt kotlin swift sql html css scss json yaml yml toml
  xml md markdown txt sh javascript typescript vue`;

/** They are part of a subject only together with another word: "parallel tests". */
const workWords = `
  commit commits committed push pushed pull merge merged rebase branch branches pr prs request diff deploy deployed run
  runs running ran rerun test tests tested testing check checks checked fix fixes fixed fixing bug bugs issue issues
  problem problems error errors fail fails failed failing failure failures break breaks broke broken work works worked
  working code file files line lines change changes changed changing update updates updated add adds added
  adding remove removes removed make makes made create creates created implement implements implemented implementing
  following plan context new old review reviews reviewed reviewing read write wrote show shows tell explain see look use
  uses used using get gets got set sets setting put turn turns go goes going gone come do continue proceed started
  finish finished step steps option options part todo find found apply applied
  address take give given debug lint linting rename refactor
  revert undo redo retry verify confirm ensure happen happens happened version
  weiter mach mache machen läuft laufen lauf prüfe prüfen teste testen beheben behebe fehler datei dateien ändern ändere
  zeig zeige erkläre schreib schreibe lies baue bauen suche finde hinzufügen entferne entfernen
  continue lance lancer vérifie corrige corriger fichier fichiers erreur erreurs ajoute montre explique
  continúa sigue ejecuta prueba pruebas comprueba corrige arregla archivo archivos muestra explica añade
  continua execute testes verifique corrija arquivo arquivos mostre explique adicione
  продолжай запусти тест тесты проверь исправь ошибка ошибки файл файлы покажи добавь удали
  続けて 実行 テスト 修正 確認 追加 削除 继续 运行 测试 修复 检查 添加 删除 提交 계속 실행 테스트 수정 확인 추가 삭제 커밋`;

const asTerms = (words: string): ReadonlySet<string> => new Set(termsOf(words));

const empty = asTerms(`${functionWords} ${politeWords}`);
const work = asTerms(`${workWords} ${talkWords} ${languageWords}`);

/** Never a part of a subject. */
export function isEmptyWord(term: string): boolean {
  return empty.has(term) || term.length < 2;
}

/** Part of a subject only together with another word. */
export function isWorkWord(term: string): boolean {
  return work.has(term);
}
