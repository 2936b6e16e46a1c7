// Recognises sentences without content of their own: announcements of what comes next, acknowledgements, offers and
// questions to the user, introductions of a list. Pure; English in full, eight other languages in basic form.

export type Filler = "announcement" | "acknowledgement" | "offer" | "question" | "introduction";

const ANNOUNCES = [
  // English
  /^(?:(?:ok(?:ay)?|great|good|perfect|excellent|alright|right|sure|now|first|next|then|so|and|also|finally|still|but|let's see|hmm+)[,.!:;—-]*\s+)*(?:(?:please )?let(?:'s| me| us)\b(?! know)|(?:i'?ll|i will|i'm going to|i am going to|i'm about to|we'll|i (?:still )?(?:need|want|have) to|i should|i can (?:now )?(?:see|start|look)|i'd (?:better|like to)|time to)\b)/i,
  /^(?:(?:ok(?:ay)?|great|good|now|first|next|then|finally)[,.!:;—-]*\s+)*(?:now|next|first|then|finally)[,]? (?:i|we|let|the next|to|run|re-?run|build|check|fix|update|add|create|verify|test|look|implement|write|edit|remove|commit|search|find|read|view|see|wire|make|also|for|continue|clean|format|lint|rebuild)\b/i,
  /^(?:looking|checking|searching|reading|running|re-?running|testing|verifying|building|starting|exploring|examining|investigating|continuing|proceeding|fetching|waiting|trying|moving on|writing|creating|updating|adding|fixing|implementing|committing|analy[sz]ing|reviewing|working on)\b[^.]{0,120}(?:[:.…]|\.\.\.)?$/i,
  /^(?:run|re-?run|check|build|commit|verify|test|read|search|view|look at|find|create|fix|update)\b[^.]{0,60}[:…]$/i,
  /\blet me (?:also |now |first |just |quickly |try to )*(?:check|look|see|verify|try|run|read|search|find|fix|update|create|add|investigate|examine|test|think|explore|write|review|clean|get|start|do|make)\b/i,
  /^(?:i see|i notice|i can see|interesting)[.,!:]/i,
  /^(?:one|just a) moment\b/i,
  // German
  /^(?:(?:ok(?:ay)?|gut|super|jetzt|nun|zuerst|dann|als nächstes)[,.!]?\s+)*(?:ich (?:werde|schaue|prüfe|sehe mir|führe|lese|suche|beginne|starte|teste|baue|mache)|lass(?:en sie)? (?:mich|uns)|schauen wir|sehen wir|als nächstes|jetzt (?:noch|die|den|das|führe|prüfe))\b/i,
  // French
  /^(?:(?:ok|bien|parfait|maintenant|d'abord|ensuite)[,.!]?\s+)*(?:je vais|laisse[zr]?-moi|voyons|regardons|commençons|vérifions|je (?:vérifie|lance|regarde|cherche|commence))(?![\p{L}])/iu,
  // Spanish
  /^(?:(?:ok|bien|perfecto|ahora|primero|luego)[,.!]?\s+)*(?:voy a|vamos a|d[ée]jame|permíteme|veamos|revisemos|empecemos|ahora (?:voy|ejecut|revis))/i,
  // Portuguese
  /^(?:(?:ok|certo|perfeito|agora|primeiro|depois)[,.!]?\s+)*(?:vou|vamos|deixe?-me|deixa eu|agora (?:vou|execut|verific))(?![\p{L}])/iu,
  // Russian
  /^(?:(?:хорошо|отлично|теперь|сначала|затем)[,.!]?\s+)*(?:сейчас|давайте|давай|я (?:проверю|посмотрю|запущу|сделаю|начну|добавлю|исправлю)|позвольте|посмотрим|проверим|запускаю|проверяю)(?![\p{L}])/iu,
  // Chinese
  /^(?:好的?[，,。！]?|现在|首先|接下来|然后)*(?:让我|我来|我将|我会|我先|我们来|接下来|现在(?:我|来|运行|检查)|首先[，,]?我)/u,
  // Japanese, Korean: the verb at the end says that it is to come
  /(?:(?:確認|実行|修正|調査|開始|検索|テスト|実装|追加|作成|更新)します|しましょう|ていきます|てみます|始めます|見てみます|調べます)[。:：]?$/u,
  /(?:하겠습니다|겠습니다|해보겠습니다|볼게요|할게요|합시다)[.:：]?$/u,
];

const ACK_WORDS =
  "perfect|great|excellent|awesome|wonderful|nice|cool|good|fine|ok|okay|k|sure|yes|yep|yeah|yup|no|nope|right|correct|exactly|indeed|absolutely|certainly|" +
  "definitely|of course|done|all done|all set|understood|got it|noted|i understand|i see|makes sense|makes total sense|agreed|will do|no problem|no worries|sorry|my apologies|apologies|" +
  "i apologi[sz]e|thanks|thank you|you'?re welcome|welcome|you'?re (?:absolutely |completely |totally )?(?:right|correct)|good (?:catch|point|question|idea|news|call|thinking)|great (?:question|point|idea|news|catch|job|work)|" +
  "that'?s (?:right|correct|fine|good|great|it|a (?:good|great|fair|valid) (?:point|question|idea))|fair (?:point|enough)|hello|hi|hey|success|fixed|ready|confirmed|sounds good|sounds great|pushed|committed|updated|deployed|standing by|ready(?: to [^.!?]{1,80})? whenever you(?:'re ready| are| want)|all good|looks good|(?:it'?s |you'?re |we'?re )?(?:all )?good to go|short answer|" +
  "verstanden|perfekt|gut|super|danke|alles klar|genau|richtig|in ordnung|erledigt|fertig|sie haben recht|du hast recht|ja|nein|" +
  "compris|parfait|merci|d'accord|bien|entendu|tu as raison|vous avez raison|oui|non|très bien|c'est fait|" +
  "entendido|perfecto|gracias|de acuerdo|vale|listo|tienes razón|sí|claro|hecho|" +
  "entendi|perfeito|obrigad[oa]|certo|pronto|você tem razão|sim|não|feito|" +
  "понял|понятно|отлично|спасибо|хорошо|готово|вы правы|да|нет|конечно|" +
  "好的?|明白了?|了解了?|谢谢|没问题|完成了?|您说得对|你说得对|是的?|完美|太好了|" +
  "了解(?:です|しました)?|承知(?:しました|いたしました)?|ありがとう(?:ございます)?|はい|いいえ|完了(?:です|しました)?|完璧です|その通りです|わかりました|分かりました|" +
  "네|예|아니요|알겠습니다|감사합니다|완료(?:했습니다|되었습니다)?|맞습니다|좋습니다|완벽합니다";
const ACK_END = "[\\s.!,;:…—–~)、。！？-]";
const ACK_ONLY = new RegExp(
  `^(?:(?:${ACK_WORDS})(?: (?:so much|very much|a lot|again|now|then|about that|for (?:that|the \\w+|catching that|pointing that out)|to hear|to go|enough))?${ACK_END}*)+$`,
  "iu",
);
/** "Perfect! The tests pass" begins with an acknowledgement and goes on with content. */
const ACK_LEAD = new RegExp(`^(?:(?:${ACK_WORDS})(?:[!.,:;—–、。！]+\\s*|\\s+[—–-]+\\s+))+`, "iu");

const OFFERS = [
  /^(?:(?:would|do|should|shall|could|can|may|want|if|please|just|feel|let me know|happy|once|when|otherwise|alternatively)\b.*)?(?:would you like|do you want|want me to|shall i|should i|let me know|feel free|i can (?:also )?(?:help|do|add|implement|proceed|continue)|happy to|is there anything|anything else|ready to proceed|if you(?:'d| would)? (?:like|want|prefer)|how would you like|which (?:one|option|approach) (?:do|would) you)\b/i,
  /^(?:please )?(?:provide|share|confirm|tell me|specify|clarify)\b/i,
  /\bi can (?:just |also |then |now )?(?:help|do|add|implement|proceed|continue|prepare|fold|make|update|create|write|run|fix)\b.{0,120}\b(?:if|when(?:ever)?|once) you\b|\bif you (?:want|like|prefer)\b/i,
  /(?:möchte(?:st|n)? (?:du|sie)|soll ich|lass(?:en sie)? (?:es )?mich wissen)/i,
  /(?:voulez-vous|veux-tu|souhaitez-vous|dites-moi|n'hésitez pas|dois-je)/i,
  /(?:¿quieres|quieres que|te gustaría|avísame|dime si|¿debo)/i,
  /(?:você (?:quer|gostaria)|quer que eu|me avise|devo )/i,
  /(?:хотите|сообщите|дайте знать|нужно ли мне)/i,
  /(?:需要我|要我|请告诉我|您想|你想)/u,
  /(?:でしょうか|ますか|お知らせください|教えてください)[。？?]?$/u,
  /(?:할까요|원하시나요|알려\s?주세요|드릴까요)/u,
];

const INTRODUCES =
  /^(?:(?:here(?:'s| is| are)|below (?:is|are)|this is)\b.{0,90}|(?:the )?(?:following|summary|changes?|result|results|overview|details|what (?:i|we|was|has|changed)\b|key (?:changes|points|findings|features)|files? (?:changed|modified)|(?:quick )?recap|next steps?|notes?|examples?|usage|how (?:it|this) works|why(?: this works)?|verification|steps?|status|tl;?dr|in (?:short|summary)|to summari[sz]e)\b.{0,60})[:：]?$|[：:]$/i;

export function fillerIn(sentence: string): Filler | null {
  const line = sentence.trim();
  if (ACK_ONLY.test(line)) return "acknowledgement";
  const said = withoutAcknowledgement(line);
  if (OFFERS.some((offer) => offer.test(said))) return "offer";
  if (/[?？]["')\]]*$/u.test(said)) return "question";
  if (ANNOUNCES.some((announced) => announced.test(said))) return "announcement";
  if (INTRODUCES.test(said)) return "introduction";
  return null;
}

/** The sentence without "Perfect! ", "You're right, ". */
export function withoutAcknowledgement(sentence: string): string {
  const said = sentence.replace(ACK_LEAD, "").trim();
  if (said === "" || said === sentence) return sentence;
  return said.charAt(0).toUpperCase() + said.slice(1);
}
