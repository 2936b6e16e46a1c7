// Whether a prompt rejects what the turn before it did or proposed. Pure; conservative: a prompt that asks to undo
// something else, or that only reports a failure, rejects nothing.

const REJECTS = [
  // English
  /^(?:no|nope|nah|wait|hmm+|ugh|sorry)?[\s,.!…-]*(?:please |can you |could you |let's |just )*(?:revert|undo|roll ?back|take (?:that|it|this) back|discard|back out|throw (?:that|it|this) away)(?: (?:that|this|it|those|these|all (?:of )?(?:that|this|it|those)|everything|(?:all )?(?:of )?(?:the|your|those|these) (?:last |latest |previous |recent )?(?:changes?|edits?|commits?|fix)))?(?: (?:please|now|again|for now))?(?:\s*[,.!;:…]|\s*$|\s+(?:because|it|and|since|that|-)\b)/i,
  /^(?:no|nope|nah)\b[\s,.!…-]+(?:not (?:like )?(?:this|that)|that(?:'s| is) (?:not|wrong)|this is (?:not|wrong)|i (?:don't|do not|didn't|did not) (?:want|like|mean|ask)|don't (?:do|change|use|add)|wrong|stop)/i,
  /^(?:not like (?:this|that)|not what i (?:asked|meant|wanted)|that(?:'s| is) (?:not (?:true|correct|right|what i)|wrong|incorrect)|this is (?:not (?:true|correct|right|what i)|wrong|incorrect)|not true|(?:i )?(?:don't|do not|didn't) like (?:this|that|it)|i (?:didn't|did not) (?:ask|want)|bad idea|wrong approach)\b/i,
  /^(?:no|nope|nah)\b[^?\n]{0,80}[\s,.!](?:i (?:don't|do not|didn't|did not) (?:want|like|need) (?:that|this|it|an?|any)\b|take (?:\S+ ){1,4}out again|(?:change|put|set) (?:it|that|them) back)/i,
  // German
  /^(?:nein|nee|ne|halt|stopp?)?[\s,.!…-]*(?:bitte )?(?:mach(?:e|en sie)? (?:das|es|die änderung(?:en)?|alles)?\s?(?:wieder )?(?:rückgängig)|nimm das (?:wieder )?zurück|rückgängig|verwirf (?:das|es|die)|setz(?:e)? (?:das|es) zurück)/i,
  /^(?:(?:nein|nee|ne)[\s,.!…-]+)?(?:nicht so|so nicht|das ist (?:falsch|nicht (?:richtig|wahr|was))|das (?:wollte|will|meinte) ich nicht|das stimmt nicht)/i,
  /^(?:nein|nee|ne)\b[^?\n]{0,80}[\s,.!](?:(?:das|so (?:et)?was) (?:will|möchte) ich nicht|(?:will|möchte) ich nicht|(?:nimm|nehm) (?:\S+ ){1,4}wieder (?:raus|heraus|weg))/i,
  // French
  /^(?:non)?[\s,.!…-]*(?:s'il te plaît |stp )?(?:annule[zr]?|reviens en arrière|revenez en arrière|défais|défaites)\b/i,
  /^(?:non[\s,.!…-]+)?(?:pas comme (?:ça|cela)|c'est (?:faux|pas (?:ça|correct|bon))|ce n'est pas (?:ça|correct|vrai|ce que)|je (?:ne veux|n'en veux|voulais) pas)/i,
  // Spanish
  /^(?:no)?[\s,.!…-]*(?:por favor )?(?:revierte|reviértelo|deshaz(?:lo)?|deshacer|revertir)(?![\p{L}])/iu,
  /^(?:no[\s,.!…-]+)?(?:así no|no así|eso (?:no es|está mal)|está mal|no es (?:correcto|lo que)|no quiero)/i,
  // Portuguese
  /^(?:não)?[\s,.!…-]*(?:por favor )?(?:reverta|reverte|desfaça|desfaz|desfazer|reverter)(?![\p{L}])/iu,
  /^(?:não[\s,.!…-]+)?(?:assim não|não assim|isso (?:não é|está errado)|está errado|não é (?:isso|o que)|não quero)/i,
  // Russian
  /^(?:нет)?[\s,.!…-]*(?:пожалуйста )?(?:отмени(?:те)?|откати(?:те)?|верни(?:те)? (?:как было|назад|обратно))(?![\p{L}])/iu,
  /^(?:нет[\s,.!…-]+)?(?:не так|это (?:неправильно|неверно|не то)|я не (?:это|так|хочу|просил))/iu,
  // Chinese, Japanese, Korean
  /^(?:不[，,。！]?\s*)?(?:请)?(?:撤销|回滚|还原|恢复原样|改回去|撤回)/u,
  /^(?:不[，,。！]\s*)?(?:不是这样|不对|错了|这不是我)/u,
  /^(?:いや|いいえ|だめ)?[、,。！\s]*(?:元に戻して|取り消して|戻してください|やり直して|ロールバックして|それは違|そうじゃな|違います)/u,
  /^(?:아니(?:요|야)?)?[,.!\s]*(?:되돌려|취소해|원래대로|롤백해|그게 아니|이게 아니|틀렸)/u,
];

/** Polite ways to decline what was proposed. After a change they may decline only what was offered besides. */
const DECLINES = [
  /^(?:(?:no|nope|nah|hmm*|mm+|well|actually|ehm?|uh+m*|ok(?:ay)?|thanks)[\s,.!…-]+)*(?:i(?:'d| would) (?:rather|prefer) (?:not|we (?:didn't|don't)|you (?:didn't|don't)|to (?:keep|leave|stay)|keep|leave|stay)|(?:please |let's |let us )?(?:rather not|not do (?:that|this|it)|leave (?:it|that|this|things|everything)(?: alone| as| the way| for now| be)?\b|keep (?:it|that|this|things|everything) (?:as|the way|like)|stay with (?:what|the)|stick with (?:what|the)|drop (?:it|that|this|the idea)\b|scrap (?:it|that|this)\b|forget (?:it|that|about (?:it|that))\b|skip (?:it|that|this)\s*(?:[,.!;]|$))|let's not\b|no,? thanks?\b|no thank you\b|please don't\s*(?:[,.!;]|$)|not (?:convinced|a fan|worth it)\b|(?:that(?:'s| is) )?(?:overkill|too much|over-?engineered)\b)/i,
  /^(?:(?:nein|nee|ne|nö|hm+|ach|äh+m*|ok|danke)[\s,.!…-]+)*(?:(?:bitte |dann )?(?:doch )?lieber nicht|lass (?:das|es|mal|uns das|die finger)(?=.{0,30}(?:lieber|sein|bleiben|so|weg|nicht|$))|lassen wir (?:das|es)|(?:lass(?:en)? (?:wir )?(?:es|das|alles) )?so lassen|bleiben wir (?:dabei|bei)|(?:ich )?(?:möchte|will|würde) (?:das )?(?:lieber|eher) nicht|nein,? danke|gefällt mir nicht|das ist (?:mir )?zu (?:viel|aufwendig|kompliziert)|doch nicht)/iu,
  /^(?:(?:non|hm+|bof|euh)[\s,.!…-]+)*(?:(?:je )?préfère (?:pas|ne pas|garder|laisser)|plutôt pas|laisse(?:z|r|ons)? (?:tomber|comme|ça|tel)|non,? merci|on (?:laisse|garde)|pas la peine)/iu,
  /^(?:(?:no|hm+|mmm*)[\s,.!…-]+)*(?:mejor no|prefiero (?:no|que no|dejar|mantener)|d[ée]jalo|dejémoslo|no,? gracias|no hace falta)/iu,
  /^(?:(?:não|hm+)[\s,.!…-]+)*(?:melhor não|prefiro (?:não|deixar|manter)|deixa (?:isso|como|assim|pra lá)|não,? obrigad[oa]|não precisa)/iu,
  /^(?:(?:нет|хм+|не)[\s,.!…-]+)*(?:лучше не|не надо|не стоит|оставь(?:те)?|давай(?:те)? не|нет,? спасибо|не нужно)/iu,
  /^(?:(?:嗯|不|那)[，,。\s]*)*(?:还是算了|算了|先不|不用了|不必了|别(?:改|弄|做)了|保持(?:原样|现状)|就这样吧)/u,
  /^(?:(?:うーん|いや|いいえ|えっと)[、,。\s]*)*(?:やめておき|やめとこ|やっぱり(?:やめ|いい)|(?:その|この)ままで|結構です|遠慮)/u,
  /^(?:(?:음+|아니(?:요|야)?|흠+)[,.\s]*)*(?:하지 ?말자|그냥 ?(?:두|놔)|그대로 ?(?:두|가)|됐어|괜찮아요,? ?안|안 ?하는 게)/u,
];

const longestRead = 300;

export function rejects(prompt: string): boolean {
  const said = prompt.trim().slice(0, longestRead);
  return REJECTS.some((pattern) => pattern.test(said));
}

/** Whether a prompt declines a proposal. */
export function declines(prompt: string): boolean {
  const said = prompt.trim().slice(0, longestRead);
  return DECLINES.some((pattern) => pattern.test(said));
}
