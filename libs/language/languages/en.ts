// The words of English.

import { begins, pattern, words } from "../patterns.ts";
import type { LanguageWords } from "./language.ts";

const team =
  "(?:we|the team|our (?:team|project|repo|code ?base|company|code|tests?|api|backend|frontend|docs|ci|services?|users|production|staging|prod|monorepo|pipeline|customers?|app|cluster|\\p{L}+ tracker)|this (?:project|repo|repository|code ?base|package|app|team|service|library|module)|the (?:project|repo|repository|code ?base|team|monorepo|app))";
const month = "january|february|march|april|may|june|july|august|september|october|november|december";
/** "since" of a time, not of a reason. */
const sinceWhen = `(?:${month}|last|then|yesterday|monday|version|the (?:last|update|release|upgrade|\\d{4})|v?\\d|this|when)`;
const what = "(?:tests?|docstring|review|approval|changelog|migration|ticket|owner|comment|example)";
const must =
  "(?:(?:you|we) (?:must |should |have to |need to |ought to )?|i (?:want|need|expect|would like) (?:you|us) to |make sure (?:to |you |that you |we )|be sure to )";
const triedFailed =
  "(?:it |that |this |they )?(?:failed|did(?: not|n't) (?:work|help)|does(?: not|n't) (?:work|help)|broke|had no effect)";
const season = "(?:night|week|weekend|month|year|summer|winter|spring|fall|autumn)";
const weekday = "(?:mon|tues|wednes|thurs|fri|satur|sun)day";
const amount = "(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|few|couple of|several|\\d+)";

export const english: LanguageWords = {
  isSpaced: true,
  letters: null,
  marks: null,
  frequent:
    "the a an is are was we you it this that and or not to of for with in on don't do please use always never have has because must should can i be from at by when if all every no let's i'll i'm run what how",
  frame: `
    i you we they he she it this that these those there here one ones nobody everybody everyone anyone someone no-one
    my your our their its me us them who which what why how when where whether whenever whatever
    a an the all any every each both some no none nothing anything everything only other another same most more less few many
    is are was were be been being am isn't aren't wasn't weren't it's that's there's i'm we're you're they're i've we've you've
    do does did don't doesn't didn't done has have had hasn't haven't hadn't having i'll we'll you'll it'll i'd we'd you'd
    must mustn't shall should shouldn't may might can can't cannot could couldn't will won't would wouldn't need needs needn't ought
    not never ever always usually often sometimes still already yet again now then later soon today tomorrow yesterday once twice
    and or but so because since if unless otherwise else until till while before after although though whereas therefore than as
    in on at by for from to of with without into onto under over out up down off through between against about across per via inside outside
    instead rather either neither nor also too just even very really better best first last next new old
    let let's please make sure keep use used uses using prefer avoid stop go goes going gone went come comes
    decided decide decision chose chosen choose agreed settled picked dropped rejected switched moved reverted ruled
    note remember careful beware watch warning turns turned known rule rules convention policy standard practice
    require requires required expects expect allowed forbidden banned mandatory supported deprecated works work run runs fails fail breaks break
    want wants like likes think guess wonder maybe perhaps probably seems looks sounds
    get gets got see saw add added fix fixed check try tried change changed update updated create remove show look
    live lives belong belongs stay stays happen happens start starts end ends named called stored written read
    yes ok okay thanks thank great good perfect nice done sorry`,
  common: `
    a an and are as at be been being but by can could did do does doing for from had has have having he her hers him his how i
    if in into is it its just me my no nor not of off on or our ours out over own she should so some such than that the their
    theirs them then there these they this those to too up us was we were what when where which while who whom whose why will
    with would you your yours am about any all after before because between both during each few further here more most only
    other same through under until very s t d ll m re ve`,
  aspects:
    "handle handling manage management strategy approach policy practice guideline standard setup process usage convention decision rule pattern preference gotcha pitfall lesson knowledge topic way thing use work",
  everyday: {
    functions: `
      a an and are as at be been being but by can could did do does doing for from had has have having he her him his how i
      if in into is it its just me my no nor not of off on or our out over own she should so some such than that the their
      them then there these they this those to too up us was we were what when where which while who whom whose why will
      with would you your am about any all after before because between both during each few further here more most only
      whether other others same through under until very s t d ll m re ve don didn doesn isn aren wasn won couldn shouldn let lets
      also now may might must shall else every ever yet per via etc one two three first second third last next another`,
    polite: `
      ok okay yes yeah yep yup no nope sure right good great nice perfect excellent awesome cool fine thanks thank thx please
      pls sorry hi hello hey wow lgtm done correct exactly agreed absolutely alright seem seems look looks better much still
      maybe think guess hmm oh ah whoops well really actually quite bit lot kind sort thing things stuff way something
      anything everything nothing want wanted need needs needed like would love try tries tried trying again back`,
    talk: `
      question questions answer answers ask asked asking mean means meant understand understood clarify clarified explicit
      explicitly basically simply exactly currently already instead rather possible possibly probably obviously apparently
      sense idea ideas reason reasons case cases example examples detail details point points note notes certain
      different similar various general overall whole bunch couple several multiple single previous
      earlier later soon always never often sometimes usually maybe today yesterday tomorrow morning week day days time
      times minute minutes moment feel feels wonder wondering believe suppose expect expected mention mentioned say says said
      talk talked discuss discussed decide suggestion suggest suggested recommend best easy easier hard simple quick quickly`,
    work: `
      commit commits committed push pushed pull merge merged rebase branch branches pr prs request diff deploy deployed run
      runs running ran rerun test tests tested testing check checks checked fix fixes fixed fixing bug bugs issue issues
      problem problems error errors fail fails failed failing failure failures break breaks broke broken work works worked
      working code file files line lines change changes changed changing update updates updated add adds added
      adding remove removes removed make makes made create creates created implement implements implemented implementing
      following plan context new old review reviews reviewed reviewing read write wrote show shows tell explain see look use
      uses used using get gets got set sets setting put turn turns go goes going gone come do continue proceed started
      finish finished step steps option options part todo find found apply applied
      address take give given debug lint linting rename refactor
      revert undo redo retry verify confirm ensure happen happens happened version`,
  },
  numbers: {
    2: "two",
    3: "three",
    4: "four",
    5: "five",
    6: "six",
    7: "seven",
    8: "eight",
    9: "nine",
    10: "ten",
    11: "eleven",
    12: "twelve",
    15: "fifteen",
    20: "twenty",
    30: "thirty",
    40: "forty",
    50: "fifty",
    60: "sixty",
    90: "ninety",
    100: "hundred",
  },
  repeated: { words: { twice: "2 times" }, ending: "" },
  counted: "",
  endings: "",
  abbreviations:
    "e.g i.e eg ie etc vs cf approx resp incl excl max min no nr fig vol sec ch pp ed est dept inc ltd co corp st mr mrs ms dr prof sr jr v a.k.a aka",
  secrets: {
    password: "password|passphrase|passcode|credentials|PIN|pw",
    is: "is|was|are",
    to: "to",
    as: "as|for",
    states:
      "wrong|weak|strong|short|long|right|correct|plain|blank|secret|safe|secure|unsafe|insecure|simple|known|unknown|shown|hidden|sent|kept|reset|unset|there|where|gone|fine|good|longer|shorter|stronger|weaker|never|always|still|already|again|also|just|only|instead|ready|empty|text|string|hash|hashes|plaintext|cleartext|sensitive|unique|this|that|these|those|what|which|when|used|same|different|something|nothing|everything|anything|none|null|undefined|valid|invalid|numeric|stale|public|local|global|below|above|inside|outside|under|more|less|most|least|your|yours|ours|mine|theirs|them|then|bcrypt|scrypt|argon|base64|enough|either|needed|fresh|dead|live|random|being|both|mandatory|out|in|on|up|back|part|from|with|without|about|after|before|because|whatever|somewhere|lowercase|uppercase|(?=[a-z]{6})[a-z-]+(?:ed|ing|able|ible|ary|ory|ent|ant|al|ous|ful|less|ive|ly|ic)|else|anywhere|elsewhere|written|stolen|broken|forgotten|given|taken|chosen|other|another|every|each|must|should|will|would|have|been",
  },
  times: {
    asks: "when|since when|how long|(?:what|which) (?:date|month|year|day|time)",
    names: "yesterday|today|tonight|tomorrow|recently|ago|since",
    week: "week",
    yesterday: "yesterday",
    today: "today",
  },
  english: "",
  intents: {
    resume: words(
      "where (?:were|are|was) (?:we|i)",
      "where (?:did )?(?:we|i) (?:left|leave|stop(?:ped)?)|left off",
      "what (?:were|was|have|had) (?:we|i) (?:been )?(?:doing|working on|up to)",
      "what did (?:we|i|you) (?:do|work on|finish|get done) (?:last|before|recently|in the last)",
      "catch me up|pick up where|bring me up to speed|state of (?:play|things|the work)",
      "what(?:'s| is) the (?:current )?status",
    ),
    left: words(
      "what(?:'s|s| is| are| was)? (?:still |else )?(?:left|open|remaining|outstanding|pending|missing|to ?do|unfinished|the next steps?|next)",
      "what (?:still )?(?:remains|needs to be done|has to be done|do we (?:still )?(?:need|have) to do)",
      "what else (?:is|do|needs)",
      "(?:anything|something|much|any work) (?:still )?(?:left|open|outstanding|unfinished|pending)",
      "(?:open|outstanding|remaining) (?:points|items|tasks|issues|todos|work)\\s*\\?",
      "what (?:should|shall|do|can) (?:we|i|you) (?:do|tackle|work on|start with) (?:next|now|today)",
      "what comes next|anything (?:left|open|outstanding|missing)",
      "^(?:any )?(?:todos?|next steps?)\\s*\\?*$",
    ),
    changes: words(
      "what (?:has |have |was |were )?(?:been )?changed|what(?:'s| is) (?:new|different)",
      "what did (?:we|you|i) (?:change|do|fix|add|commit) (?:yesterday|today|this|last|since|on)",
      "what happened (?:yesterday|today|since|while|last)|changes since",
    ),
    thread: words(
      "^(?:(?:ok(?:ay)?|so|now|and|then|please|let's|lets|let us|we can|can you|could you|i want to|i'd like to)[, ]+)*(?:continue|go on|carry on|proceed|resume|keep going|pick up)(?: (?:with|on|at|working on|from))? \\S+",
      "(?:status|state|progress) (?:of|on|with)|how (?:far|is) .{2,60} (?:coming along|going|progressing)|how far (?:are|did|is)",
      "still (?:fail|break|broken|not|does|doesn|hang|crash|wrong|there|red|flaky|the same)\\w*|(?:fail|break|broken|happen|crash|hang)\\w* again|again[.!?]*$|back to \\S+",
    ),
    decided: words(
      "(?:did|have|had) we|what (?:did|have|had) we (?:\\w+ )?(?:decide|agree|choose|chose|pick|settle|conclude|say)\\w*|when did we|who (?:decided|chose)|what was (?:decided|agreed)|do we still",
    ),
    how: words(
      "how (?:do|does|should|did|are|is|can) (?:we|i|one|this project|the project|our|it|\\w+ (?:here|done here|handled here|in this (?:project|repo)))",
      "how (?:do|are|is) .{2,60} (?:here|in this (?:project|repo(?:sitory)?|code ?base))",
      "what(?:'s| is) (?:the|our) (?:convention|way|rule|standard|practice|policy|process|command)",
      "(?:which|what) (?:.{1,30} )?(?:do|did|are|have) we",
      "how (?:often|many|much|long|far|big|large)(?= ).{0,40} (?:we|our|us|do|does|is|are|may|can)",
      "^where (?:do|does|did|is|are|should) .{2,60}$",
      "^how to .{2,80}$",
    ),
    tried: words(
      "(?:did|have|had) (?:we|i|you|anyone)(?: ever| already| not)? (?:try|tried|attempt(?:ed)?|test(?:ed)?(?: out)?|experiment(?:ed)?|consider(?:ed)?)",
      "has (?:this|that|it|\\w+) been tried|already tried|tried .{2,60} before",
    ),
    why: words("why|what(?:'s| is| was) the (?:reason|rationale|cause)|how come"),
    branch: words("(?:the|this|our|my|current|your) (?:feature )?branch"),
  },
  prompts: {
    threads:
      "issues?|bugs?|tickets?|prs?|pull requests?|mrs?|merge requests?|tasks?|stor(?:y|ies)|specs?|plans?|steps?|phases?|milestones?|branch(?:es)?",
    we: "we|our|ours|us",
    world:
      "what(?:'s|s| is| are) an? |explain (?:to me )?(?:what|the difference)|differences? between|what (?:does|do) .{1,40} (?:mean|stand for)",
    assents:
      "yes|yep|yeah|yup|ok(?:ay)?|sure|go(?: ahead| on| for it)?|do (?:it|that|so|this)|please(?: do| continue)?|continue|proceed|sounds good|perfect|great|agreed|correct|both|all|make it so|lgtm|approved?|the (?:first|second|third)(?: one)?|option [a-d\\d]|[a-d\\d]",
    rejects: [
      /^(?:no|nope|nah|wait|hmm+|ugh|sorry)?[\s,.!…-]*(?:please |can you |could you |let's |just )*(?:revert|undo|roll ?back|take (?:that|it|this) back|discard|back out|throw (?:that|it|this) away)(?: (?:that|this|it|those|these|all (?:of )?(?:that|this|it|those)|everything|(?:all )?(?:of )?(?:the|your|those|these) (?:last |latest |previous |recent )?(?:changes?|edits?|commits?|fix)))?(?: (?:please|now|again|for now))?(?:\s*[,.!;:…]|\s*$|\s+(?:because|it|and|since|that|-)\b)/i,
      /^(?:no|nope|nah)\b[\s,.!…-]+(?:not (?:like )?(?:this|that)|that(?:'s| is) (?:not|wrong)|this is (?:not|wrong)|i (?:don't|do not|didn't|did not) (?:want|like|mean|ask)|don't (?:do|change|use|add)|wrong|stop)/i,
      /^(?:not like (?:this|that)|not what i (?:asked|meant|wanted)|that(?:'s| is) (?:not (?:true|correct|right|what i)|wrong|incorrect)|this is (?:not (?:true|correct|right|what i)|wrong|incorrect)|not true|(?:i )?(?:don't|do not|didn't) like (?:this|that|it)|i (?:didn't|did not) (?:ask|want)|bad idea|wrong approach)\b/i,
      /^(?:no|nope|nah)\b[^?\n]{0,80}[\s,.!](?:i (?:don't|do not|didn't|did not) (?:want|like|need) (?:that|this|it|an?|any)\b|take (?:\S+ ){1,4}out again|(?:change|put|set) (?:it|that|them) back)/i,
    ],
    declines:
      /^(?:(?:no|nope|nah|hmm*|mm+|well|actually|ehm?|uh+m*|ok(?:ay)?|thanks)[\s,.!…-]+)*(?:i(?:'d| would) (?:rather|prefer) (?:not|we (?:didn't|don't)|you (?:didn't|don't)|to (?:keep|leave|stay)|keep|leave|stay)|(?:please |let's |let us )?(?:rather not|not do (?:that|this|it)|leave (?:it|that|this|things|everything)(?: alone| as| the way| for now| be)?\b|keep (?:it|that|this|things|everything) (?:as|the way|like)|stay with (?:what|the)|stick with (?:what|the)|drop (?:it|that|this|the idea)\b|scrap (?:it|that|this)\b|forget (?:it|that|about (?:it|that))\b|skip (?:it|that|this)\s*(?:[,.!;]|$))|let's not\b|no,? thanks?\b|no thank you\b|please don't\s*(?:[,.!;]|$)|not (?:convinced|a fan|worth it)\b|(?:that(?:'s| is) )?(?:overkill|too much|over-?engineered)\b)/i,
    asksCommand: "how|command|one.?liner|url|link|address|what (?:do|should) i|run|install|script|query",
    changesSetting:
      "bump|raise|increase|lower|reduce|decrease|double|halve|triple|tune|adjust|shorten|extend|(?:one|some|a few) more|another|more often|less often|too (?:low|high|short|long|small|big|few|many|often)",
    limits:
      "do not|don't|dont|doesn't need|never|not yet|no need|only|instead|rather|must|(?<!what (?:we|you|i) )should(?: not|n't)?|shouldnt|always|leave|stop|avoid|prefer|no longer|not (?:in|for|to|on|the|a|an)|without|disallow|needs? to be|has to|have to",
    demands: begins(
      "(?:(?:ok(?:ay)?|and|but|so|also|please|then|just|well|yes|no|right|alright)[,:]? )*(?:never|always|do not|don't|dont|no(?! idea)|not yet|only|make sure|ensure|keep|avoid|prefer|leave|stop|make no|must|from now on|(?:you|we|i|please) (?:also )?(?:just )?(?:do not|don't|dont|never|always|must|should(?: not|n't)?|shouldnt|prefer|only|can't|cannot|explicitly|want to keep|have to|need to keep)|i (?:also )?(?:want|would like|'d like|need) (?:you|us|the|all|every|only|no)|there (?:must|should|shall) (?:be no|never|not|always))",
      "(?:(?:ok(?:ay)?|and|but|so|also|please|then|just|well|yes|no|right|alright)[,:]? )*(?!it |this |that |they |he |she )[^,.;?]{2,60}(?:(?:must|should|shall|needs? to|has to|have to|can|may)(?: only|n't| not| never| always| be no)(?! be able)|(?:do not|don't|doesn't|does not) need)",
      "(?:(?:ok(?:ay)?|and|but|so|also|please|then|just|well|yes|no|right|alright)[,:]? )*(?:all|every|any|each|nobody|everything|everybody|nothing|both) [^.;?]{2,120}(?:must|should|shall|needs? to|has to|have to|can|may)",
      "(?:(?:ok(?:ay)?|and|but|so|also|please|then|just|well|yes|no|right|alright)[,:]? )*(?!it |this |that |they )[^,.;?]{2,60}(?:must|should|shall) (?:always |only |never )?(?:be|stay|remain|use|have|accept|return)(?! (?:able|fixed|done|working|there|moved|added|removed|possible))[^?]*(?:only|always|never|every|any|all|instead of|rather than|without|not)",
    ),
    oneCase: begins(
      "(?:so |and |but |also |ok |now )*(?:if|when|since|as|because|therefor|therefore|actually|what|why|how|where|which|who|are|is|does|do you|did|can|could|would|still|seems?|it seems|should(?= )|(?:the|this|that) (?:fix|frontend|page|error|problem|issue)|i (?:get|got|see|saw|ran|run|think|guess|have|had|tried|just)|you (?:check|forgot|just|run|can)|error|address)",
    ),
  },
  replies: {
    acknowledges:
      "perfect|great|excellent|awesome|wonderful|nice|cool|good|fine|ok|okay|k|sure|yes|yep|yeah|yup|no|nope|right|correct|exactly|indeed|absolutely|certainly|" +
      "definitely|of course|done|all done|all set|understood|got it|noted|i understand|i see|makes sense|makes total sense|agreed|will do|no problem|no worries|sorry|my apologies|apologies|" +
      "i apologi[sz]e|thanks|thank you|you'?re welcome|welcome|you'?re (?:absolutely |completely |totally )?(?:right|correct)|good (?:catch|point|question|idea|news|call|thinking)|great (?:question|point|idea|news|catch|job|work)|" +
      "that'?s (?:right|correct|fine|good|great|it|a (?:good|great|fair|valid) (?:point|question|idea))|fair (?:point|enough)|hello|hi|hey|success|fixed|ready|confirmed|sounds good|sounds great|pushed|committed|updated|deployed|standing by|ready(?: to [^.!?]{1,80})? whenever you(?:'re ready| are| want)|all good|looks good|(?:it'?s |you'?re |we'?re )?(?:all )?good to go|short answer",
    announces: [
      /^(?:(?:ok(?:ay)?|great|good|perfect|excellent|alright|right|sure|now|first|next|then|so|and|also|finally|still|but|let's see|hmm+)[,.!:;—-]*\s+)*(?:(?:please )?let(?:'s| me| us)\b(?! know)|(?:i'?ll|i will|i'm going to|i am going to|i'm about to|we'll|i (?:still )?(?:need|want|have) to|i should|i can (?:now )?(?:see|start|look)|i'd (?:better|like to)|time to)\b)/i,
      /^(?:(?:ok(?:ay)?|great|good|now|first|next|then|finally)[,.!:;—-]*\s+)*(?:now|next|first|then|finally)[,]? (?:i|we|let|the next|to|run|re-?run|build|check|fix|update|add|create|verify|test|look|implement|write|edit|remove|commit|search|find|read|view|see|wire|make|also|for|continue|clean|format|lint|rebuild)\b/i,
      /^(?:looking|checking|searching|reading|running|re-?running|testing|verifying|building|starting|exploring|examining|investigating|continuing|proceeding|fetching|waiting|trying|moving on|writing|creating|updating|adding|fixing|implementing|committing|analy[sz]ing|reviewing|working on)\b[^.]{0,120}(?:[:.…]|\.\.\.)?$/i,
      /^(?:run|re-?run|check|build|commit|verify|test|read|search|view|look at|find|create|fix|update)\b[^.]{0,60}[:…]$/i,
      /\blet me (?:also |now |first |just |quickly |try to )*(?:check|look|see|verify|try|run|read|search|find|fix|update|create|add|investigate|examine|test|think|explore|write|review|clean|get|start|do|make)\b/i,
      /^\w+ing\b[^.]{0,80}\bnow[.…]?$/i,
      /^(?:i'm|i am|we're|we are) (?:now |also |just )*\w+ing\b/i,
      /^(?:i see|i notice|i can see|interesting)[.,!:]/i,
      /^(?:one|just a) moment\b/i,
    ],
    offers: [
      /^(?:(?:would|do|should|shall|could|can|may|want|if|please|just|feel|let me know|happy|once|when|otherwise|alternatively)\b.*)?(?:would you like|do you want|want me to|shall i|should i|let me know|feel free|i can (?:also )?(?:help|do|add|implement|proceed|continue)|happy to|is there anything|anything else|ready to proceed|if you(?:'d| would)? (?:like|want|prefer)|how would you like|which (?:one|option|approach) (?:do|would) you)\b/i,
      /^(?:please )?(?:provide|share|confirm|tell me|specify|clarify)\b/i,
      /\bi can (?:just |also |then |now )?(?:help|do|add|implement|proceed|continue|prepare|fold|make|update|create|write|run|fix)\b.{0,120}\b(?:if|when(?:ever)?|once) you\b|\bif you (?:want|like|prefer)\b/i,
    ],
    introduces:
      "(?:here(?:'s| is| are)|below (?:is|are)|this is)\\b.{0,90}|(?:the )?(?:following|summary|changes?|result|results|overview|details|what (?:i|we|was|has|changed)\\b|key (?:changes|points|findings|features)|files? (?:changed|modified)|(?:quick )?recap|next steps?|notes?|examples?|usage|how (?:it|this) works|why(?: this works)?|verification|steps?|status|tl;?dr|in (?:short|summary)|to summari[sz]e)\\b.{0,60}",
    cause:
      "because|root cause|caused? by|the (?:real |actual |main )?(?:problem|issue|bug|cause|reason|culprit) (?:is|was|were|lies)|due to|turned out|the fix|happens? when|since the|so (?:the|it|that|they|nothing|every)|was (?:missing|wrong|not)|were (?:missing|wrong|not)",
    change:
      "i'?ve|i have|we'?ve|has been|have been|is now|are now|now|(?:re)?(?:fixed|added|removed|changed|updated|renamed|moved|replaced|created|implemented|refactored|increased|reduced|switched|reverted|deleted|merged|deployed|committed|pushed|extracted|introduced|split|rewrote|corrected|configured|enabled|disabled|migrated|bumped|dropped|documented|installed|released)",
    result:
      "pass(?:es|ed|ing)?|works?|working|succeed(?:s|ed)?|successful(?:ly)?|fails?|failed|failing|green|verified|confirmed|no (?:longer|errors?|failures?|issues?)|all (?:tests?|checks?)|returns?|\\d+ (?:tests?|passed|failed|errors?)",
    open:
      "draft (?:pr|pull request|mr|merge request)|uncommitted|unpushed|unmerged|commits? ahead of|n't (?:\\w+ ){0,3}yet|still staged|(?:have|has)(?:n't| not) (?:\\w+ ){0,3}(?:committed|pushed|merged|staged|deployed|released)|not (?:been )?(?:committed|pushed|merged|staged|deployed|released)|(?:merge|rebase|rollout) is (?:still |already )?in progress|once (?:pushed|merged|deployed|released)|" +
      "todo|fixme|still (?:open|missing|to do|fails?|failing|needs?|need to|pending|broken|unclear|not)|(?:is|are|remains?|left) (?:open|pending|unresolved|untested)|remaining (?:work|tasks?|steps?|issues?|todos?|points?)|left to do|not (?:\\w+ ){0,2}yet|not (?:implemented|done|tested|verified|fixed|supported) here|" +
      "(?:has|have|needs?|must) (?:to )?be [^.]{2,60} (?:again|by hand|manually)|(?:as|in|for|to|needs?) an? (?:separate |later |immediate )?follow-?up|follow-?up (?:pr|issue|task|work|ticket)|open (?:question|point|issue|item)s?|(?:i|we) (?:could(?: not|n't)|was(?: not|n't) able|were(?: not|n't) able)|unable to|" +
      "needs? (?:a (?:re-?\\w+|restart|migration|follow|manual|second)|to be (?!able))|(?<!\\b(?:if|case|when|whether|unless|what|everything|all) )you(?:'ll| will)? (?:still )?need to|must (?:still|be re)|requires? (?:a|manual)|before (?:you|we) (?:can|deploy|release|merge)",
    openLabel: "open|todo|to do|still open|remaining|left|pending|next steps?|follow-?ups?",
    openHeading:
      "(?:what(?:'s| is) )?(?:open|left|remaining|pending|still (?:open|to do))\\b|to-?dos?\\b|next steps?|(?:known )?(?:limitations|gaps|issues left)|open (?:points|questions|items|issues)|follow-?ups?|remaining (?:work|tasks|issues)",
    closed:
      "rather than|any ?more|would(?:n't)? have|no (?:longer|more|remaining|open|pending|follow)|nothing (?:is )?(?:left|open|remaining)|not needed|n't need|(?<!that |which |who )(?:was|were|had|appeared)|previously|before (?:this|the) (?:fix|change)|used to",
    formerly: "before|previously|formerly|old",
    ends: "removed|deleted|dropped|disabled|retired|eliminated|reverted|rolled back|got rid of|(?:is|are|was|were) gone|replac(?:es?|ed)|renamed|no longer|any ?more",
    openWord: "open|todo",
    refersBack:
      "and|but|so|that|this|it|its|they|their|those|these|both|he|she|which|because|also|then|otherwise|however|instead|here(?:'s| is| are)?|there it is|(?:with|in|by|for|at) (?:that|this)|as (?:a result|before)|same|likewise|therefore|hence|thus|one (?:more|last)|the (?:other|same|latter|former|last|first|second|third) (?:one|two|part)?|now",
    closing: {
      outcome: "outcome|result",
      decided: "decided|decisions?",
      open: "open|still open",
      nothing: "none|nothing(?: is)?(?: left| open)?|n/?a",
    },
  },
  values: {
    settings:
      "time-?outs?|deadlines?|ttl|intervals?|delays?|ports?|limits?|max(?:imum)?|min(?:imum)?|thresholds?|retries|retry count|attempts|versions?|sizes?|budgets?|batch|" +
      "concurrency|workers?|timezones?|time zones?|urls?|endpoints?|hosts?|regions?|buckets?|models?|temperature|level|schedule|cron|cap|quota|rate|ratio|pool|heap",
    units: {
      ms: "ms|milliseconds?",
      s: "s|secs?|seconds?",
      min: "min|mins|minutes?",
      h: "h|hours?",
      day: "days?|nights?|mornings?",
      week: "weeks?",
      month: "months?",
      others: "m|%|percent|px|kb|mb|gb|kib|mib|gib|bytes?|chars?|characters?|tokens?|lines?|items?|times|x",
    },
    to: "to",
    from: "from",
    is: "is|are|was set to",
    now: "now",
    articles: "the|a|an|our|its|this|default|new",
    sets: "set|sets|setting|changed?|changes|increased?|raised?|doubled|tripled|halved|reduced?|lowered?|bumped?|updated?|switched|moved|pinned|defaults?",
    auxiliaries: "is|was|were|has|have|been|now|went|goes",
    wasSet: "set|changed?|increased?|raised|reduced|lowered|bumped|updated|moved|up|down|back|went|goes",
    hypothetical:
      "if (?:you|we|it|the)|would|could|might|maybe|perhaps|should we|consider|option [a-c\\d]|alternatively|for example|e\\.g\\.",
    uses: "use[sd]?|using|picked|chose|prefer|keep|went with|going with|switch(?:ed)? to|moved? to",
    instead: "instead of|rather than|over|not",
    replaced: "replaced?",
    by: "with|by",
    switched: "switched|moved|migrated|changed",
    added: "added|created|introduced|enabled",
    removed: "removed|deleted|dropped|disabled",
    every: "every|once (?:an?|per|every)",
    adverbs: { hourly: "1 h", daily: "1 day", nightly: "1 day", weekly: "1 week", monthly: "1 month" },
    retries: "retr(?:y|ies|ied)|re-?tries|tried|attempted|repeated",
    attempts: "attempts|retries|tries",
    times: "times|x",
    runs: "runs?|ran|fires?|polls?|polled|refresh(?:es)?|syncs?|synced|rotates?|checks?|checked|sen[dt]s?|changed?|moved?|set|switch(?:ed)?|reduced|starts?|executes?|scheduled",
    around:
      "the a an our its this that it we i you now only again always usually still also just is are was were be been has have to from of in on at for and so then " +
      "job jobs cron task script process timer worker service run runs running ran fire fires poll polls polled refresh refreshes sync syncs synced rotate rotates check checks checked send sends sent " +
      "change changed changes move moved set switch switched reduce reduced go goes happen happens start starts started execute executes scheduled",
    at: "set to|at",
    definite: "the",
    before: "your|that|current|to|of|in|for|and|are|i|we|i've|we've|initial",
    small: "of for in on to is now and with",
    beside: "was|were|we|i|it|only|up to|at most",
    counts: "is|are",
  },
  statements: {
    announced:
      "note|nb|fyi|heads[ -]?up|reminder|remember|important|warning|caution|careful|watch out|beware|gotcha|caveat|known issue|rule|convention|(?:design |final )?decision|(?:(?:a few|some|the|our|my|ground|house|basic|project) ){0,3}(?:rules|conventions|guidelines)(?: (?:for|of|in) (?:this|our|the) \\p{L}+)?|for your information|just so you know|for (?:future )?reference",
    introduced:
      "(?:please )?(?:remember|keep in mind|bear in mind|note|be aware|don't forget|do not forget|mind|beware)(?: that|:)|from now on|in general|generally|going forward|in (?:the )?future|as a (?:general )?rule|in (?:this|our) (?:project|repo|repository|code ?base)|one thing to remember|for the record",
    trailing: "please|thanks|thank you|ok|okay|keep (?:that|this) in mind|got it",
    continues: "otherwise|or else|because|that's why|that is why|the reason",
    polite: "please|can you|could you|now|then",
    investigates:
      "find out|figure out|look (?:at|into)|investigate|(?:check|see|find) (?:why|whether|if|where|how|which|what)|explain|show me|tell me",
    looksInto: "look into|look at|find|fix|investigate|check|debug|solve",
    hesitates: "sorry|wait|no|oops|hm+|ah|actually",
    retracts:
      "(?:scratch|ignore|forget|disregard) (?:that|it|this|what i|the (?:rule|thing|part))|i (?:was wrong|mixed up|misspoke|confused)",
    here: [/(?<= )(?:over )?here(?=[,.!;]|$| not )/i, "in this project"],
    filler: pattern(
      /^(?:ok(?:ay)?|no(?=\s*[,:;.!–—-])|nope|yes|yeah|yep|hey|hi|hello|well|also|and|but|so|btw|by the way|actually|please|again|oh|wait|listen|sorry|thanks|thank you|great|good|hmm+|right|alright|sure|one more thing|just so you know|as i said|like i said|i(?:'ve| have)?(?: already)? told you(?: to| that)?|let me be clear|to be clear|for the record|per your instructions?|as you asked|following your choice)(?![\p{L}\p{N}_'-])[\s,:;.!–—-]+(?!more)/iu,
    ),
    cues: {
      decided: words(
        "(?:we|i|team)(?:'ve| have| had| will|'ll)?(?: now| also| all| just| finally)? (?:decided (?:on|to|that|for)(?! (?:take|look|wait|start|skip|keep it|leave))|chose|picked|settled(?: it| on)?|agreed (?:on|to|that|with)|opted|went with|adopted|stay with|stick (?:with|to)|dropped (?!it|the idea)|kept)(?! (?:the )?(?:first|second|name|loop|signature))",
        "(?:we're|we are)(?: all| now)? (?:going with|switching|moving|migrating|dropping|replacing|standardi[sz]ing|adopting|staying|sticking|keeping|freezing|phasing|retiring)",
        "we (?:moved|switched|migrated|replaced) (?!the meeting).{2,60} to",
        "was decided|(?:we|i) (?:landed on|moved away from|signed off|committed to)|(?:board|team|management|customer|client|boss|lead) (?:approved|decided|agreed|chose|insists)|made up my mind|make it official|let's make it|is the way to go|we'll (?:keep|stay|be on|use|go with|stick)|plan of record|(?:product|management|the customer|legal|security) wants|(?:my|our) decision|i used .{2,60} (?:instead of|rather than|over) .{2,80} (?:because|since)",
        "(?<=^|\\. )(?:design |final )?decision\\s*:|decided[:,]|support only|support for .{2,40} ended|from version \\S+ on",
        "(?:timeout|port|retention|interval) is (?:now )?\\S+ (?:\\S+ )?now",
        "(?<=^|: )(?:going with|opted for) .{2,60} (?:instead|because)",
      ),
      rejected: words(
        "rejected (?=it|the|that|\\p{Lu})|decided (?:against|not to)|ruled out|off the table|dropped (?:it|the idea|that idea)|not going to (?:use|have|add|support)|(?:we|i) (?:tried|evaluated|looked at) .{3,100} (?:dropped|rejected|abandoned|gave up|went back)|did(?:n't) (?:work) (?:out )?because|not an option|no-go|forget about|too expensive for us|(?:already )?evaluated .{2,60}, (?:too|not)|not again|was a disaster",
      ),
      always: pattern(
        /^(?:(?:you|we) (?:must |should |have to |need to |ought to )?|i (?:want|need|expect) (?:you|us) to |make sure (?:to |you |that you |we )|be sure to )?(?:always|never)(?! (?:true|happens?|saw|mind|nice))(?![\p{L}])|(?:must|should|has to|have to|may|be|it is) (?:always|never)(?! (?:read|true|ignored|invalidated|cleared|sees|shows))(?![\p{L}])|, (?:always|never) (?:use|run|call|put|commit|in|to|the)|are never (?:edited|changed|merged|deleted|committed|mocked|shared|logged)/iu,
      ),
      forbid: words(
        "(?<=^|, |; |: )(?:do not|don't|never|avoid|no more|you (?:must|may|can)(?: not|n't)|we (?:don't|do not|never|must not))(?: ever| to)? (?:use|touch|touching|commit|push|mock|log|hard-?cod\\p{L}+|edit|editing|force|bypass|squash|throw|mix|depend|add|adding|changing|call|run|trust|update|delete|write|store|put|merge|modify|remove|rename|create|install|introduce|bump|expose|send|lower|raise|assume|skip|copy|deploy|share|disable|bother)(?! (?:it|this|that|anything|there))",
        "must not|must never|(?:is|are) (?:not )?allowed|prohibited|leave (?:\\S+ ){1,4}alone|without (?:asking|my|approval|an? (?:test|review|green|backup))|only the \\S+(?: \\S+)? (?:may|can)|hands off|off limits|i hate",
        "(?<=^|: |, )no (?!need|changes?|other|one|new tests|reason|idea|preference|problem|longer|tests? needed)\\p{L}+ (?:\\p{L}+ )?(?:in (?:this|our|the)|classes|without)|(?<=^|: )no (?:\\p{L}+,? please|default|abbreviations|carets|magic|global|inline|any|third-party|external|semicolons|emojis|mocks?|raw|direct|force|secrets|merges)",
        "(?:we|i) (?:don't|do not) (?:use|allow|like)",
      ),
      require: words(
        `must (?:be|not|never|have|go|pass|follow|come|stay|run)(?! (?:something|the|stale|called|a))|ha(?:ve|s) to (?:be(?! (?:changed|done))|go|approve|pass|use|follow|come)|needs? to be (?!updated|changed|fixed|rewritten|set|wider)|should (?:always|never|follow|be written|use|go|live|start)|is required|needs? (?:an?|the) (?:\\S+ )?${what}|ask (?:me )?before|(?:follow|use) \\S+ strictly|on everything (?:you|we)|only ever|must be (?:removed|deleted|closed|tested|reviewed|documented|asynchronous|idempotent)|belongs? (?:in|to)|goes? (?:through|next|to)|go (?:next|to|through)|are never|is never|i want you to|(?:you|we) have to run`,
      ),
      prefer: words(
        "(?:^|we |i |please |team )prefers?|(?:i|reviewers|we) (?:expect|want) (?:every|all|small|short)|(?:i'd|i would|we'd) rather (?:have|use|see|keep)|favou?r|i like (?:small|my|when|to)",
      ),
      use: begins(
        "(?:please )?(?:only )?(?:use|stick (?:to|with)|keep|write|put|name|indent|format|log|store|document|leave|follow|ensure|omit|treat|avoid)",
      ),
      weUse: pattern(
        `(?<![\\p{L}]|when |if |where |how |why |which |that |then |think |believe )${team} (?:\\S+ (?:database|server|environment) )?(?:only |always |exclusively |all |mostly |still |now )?(?:uses?(?= (?!it|the same))|don't use|do not use|doesn't use|does not use|no longer uses?|targets?|requires?|deploys?|avoids?|sticks? to|runs? (?:on|in)|formats?|have (?:no|two (?!options)|one)|has (?:no|two|one)|is (?:on|in|written|hosted|built|\\p{Lu})|are (?:mostly|all|on|hosted|in)|(?:logs?|test|release|support|pay|ship|hosts?|write|squash)(?![\\p{L}])|lives? )|(?<![\\p{L}])our (?:\\p{L}+ ){1,3}(?:is|are|runs? (?:on|in)|lives? in|uses?|goes through|comes? from) (?!still|broken|slow|failing|not|wrong)|(?:limit|timeout|retention|quota) is (?:now )?\\d`,
      ),
      contrast: words(
        "instead of|rather than|over (?!\\d|the)|and not|but not|and never|but never|no longer|even if|is only for",
        "not (?:into|on|in|from) (?:an?|the|\\S+[/.])",
        "(?<=, )(?:not|never|no) \\S+",
      ),
      need: words(
        "(?:local \\S+|this (?:project|package|repo|app|library|module|tool|code ?base|script)|the \\S*(?:tests?|suite|build|project|app|service|linter|api|cli|package|scheduler|worker|docs|server|importer|driver|module|library|gateway|bus|tier|environment|repo|cluster|pipeline|client|plugin|script)|(?:integration |e2e |unit )?tests|package|partner api|new \\p{L}+s) (?:only )?(?:needs?|requires?|depends? on|relies on|expects?|allows?)|only works? (?:on|in|if|when)|only runs? (?:on|in|with)|(?:is|are) (?:limited|restricted) to|must be (?:restarted|installed|started)|is only reachable|only finds|\\d\\S* or newer|(?:requests|files) per (?:second|hour|day)",
      ),
      otherwise: words(
        "(?<=, |; |\\. |^)(?:otherwise|else the|else it)|unless|breaks? (?:when|if|on|in)|crash(?:es)? (?:when|if|on)|fails? (?:on|unless|in|without) (?!my|the first)|hangs? (?:when|if|on)|that's why we|corrupts?|silently|also (?:deletes?)|(?:deletes?|wipes?|locks?|blocks?|loses?|cuts?) (?:the|each|requests)|idempotent|even for failed|so (?:make sure|it has to|they have to|\\S+ (?:have|must) |\\S+ \\S+ (?:has|have|must|need) )",
      ),
      warn: begins(
        "(?:be )?(?:very )?careful(?! when you review)|watch out|beware|be aware|heads[ -]?up|gotcha\\s*:|caveat\\s*:|warning\\s*:|caution|attention|known (?:issue|bug|problem)|mind (?:the|that)|important\\s*:(?! (?:i|finish) )",
      ),
      note: begins(
        "(?:please )?(?:note|remember|keep in mind|bear in mind|don't forget|do not forget)(?: that)?(?! to )(?!:? (?:that )?(?:i|i'm|you|i've|the diff|what) )(?:[\\s,]|:\\s)|fyi|for reference|as of this|(?:by |our |the project )?convention|from now on|going forward|as a rule",
      ),
      general: words(
        "from now on|going forward|generally|in (?:the )?future|as a (?:general )?rule|in (?:this|our|the) (?:project|repo|repository|code ?base|team|monorepo)|everywhere|whenever|nobody|everybody|everyone|by default|in the (?:domain|service|data|repository) layer|per (?:pull request|release|feature)|here(?=[.!]|$|, not| not)|in (?:python|java|go|ruby|php)|for (?:strings|all new|every|anything)|before (?:each|every|you (?:commit|merge|delete)|merging|committing|a commit)|when(?:ever)? (?:you (?:add|write|create|touch))|directly",
        "^(?:all|every|any|no|anything|only|new|public|nothing|generated|code owners)",
      ),
      reason: words(
        `because|since (?!${sinceWhen})|due to|so that|that's why|for \\S+ reasons`,
        "(?<=, )(?:it|they|the \\S+|ci|\\S+) (?:gets?|will|is|are|has|have|cannot|comes?|rejects?|breaks?|was|were|already|brought|runs?)",
      ),
      deprecated: words(
        "(?:is|are|was) deprecated|obsolete|end of life|will be (?:removed|dropped|shut|renamed|replaced)|gets? (?:deleted|removed|reset)|no longer (?:supported|maintained|available)|is (?:dead|gone|frozen|maintained by)|are gone|ended with",
      ),
      place: words(
        "(?:lives?|sits?|resides?) (?:in|under|on)|(?:is|are) (?:always |only )?(?:hashed|rotated|synced|managed|evaluated|published|hosted|maintained|called \\p{L}+ in|read from|stored (?:as|in) (?!the map)|kept (?:in|for)|shared with)|owns? (?:the|everything)|(?:limit|timeout|port|maximum|minimum|interval|retention) is (?!applied)|expires? after|there is no (?:staging|access|gpu)|we have no|talks? only to|comes? from (?:\\p{Lu}|the \\p{L}+ team)|runs? (?:in the \\p{Lu}|on \\p{Lu}|every|on version)|names? start with|(?:resets?|runs?) (?:every|at) (?:night|\\d)|goes? through \\p{Lu}|is a separate repo|(?:is|are) generated by|disappears? (?:at|in|with)|(?:staging|production) server is|is called \\S+@|(?:region|branch|network|vpn) only|the only source",
      ),
      convention: words(
        "convention|rule is|(?:our|the|company) policy|house style|style guide|(?:snake|kebab|pascal)[- ]?_?case|conventional commits|code ?owners|single quotes|default exports?|named exports?|squash\\p{L}*|in english|approval|be translated|under \\d+ lines",
      ),
      question: pattern(
        /^(?:why|what|how|when did|where|which|who|whose)(?![\p{L}])(?!ever)|(?:let me know|wonder) (?:if|whether)|explain (?:how|why|what)|check (?:if|whether)/iu,
      ),
      unsure: words(
        "maybe|perhaps|probably|might|could|would|i think|i guess|i believe|i assume|i wonder|not sure|seems?|suppose|imagine|looks like|possib(?:le|ly|ility)|likely|if we (?:used|had|did)|if you (?:want|can)|i (?:would )?(?:suggest|propose)|i'd recommend|at some point|should probably|one (?:option|possibility|way)|no preference|whatever|must have been|must be (?:something|an?|the (?:reason|cause))",
      ),
      momentary: words(
        "this time|for now|right now|just now|today|tonight|tomorrow|yesterday|since (?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|this (?:morning|week|afternoon)|last (?:night|week))|at the moment|temporar\\p{L}+|yet|in this (?:step|pr|demo|branch)|for this (?:one|demo|pr)|when you(?:'re) done|until (?:i|you|last)|maybe|perhaps|i think|i guess|i believe|i wonder|not sure|suppose|imagine|(?<=^|, )(?:it )?(?:seems|looks like)|never ?mind|i want to (?:move|switch|change|replace)|don't (?:worry|know|care|ask)",
      ),
      passing: words(
        "this time|for now|right now|just now|today|tonight|tomorrow|yesterday|on friday|at the moment|currently|temporar\\p{L}+|yet|meanwhile|still|in this (?:step|pr|form|test|view|demo|list|diff)|for this (?:one|demo)|after that|when you(?:'re) done|when you reach|wait|until (?:i|you)|the demo|have a look|take a look|go on|go ahead|continue|step \\d+|before i|as far as|so far",
        "now(?!,)",
        "first(?! party)|next(?! major)|again|already",
      ),
      fault: words(
        "(?:always|never|still) (?:returns?|fails?|crash(?:es)?|breaks?|throws?|shows?|works?|gets?|have|has|disappears?|happens?|crashing|the same|been|was|awaits?|released|invalidated|sees)|(?:i|we) (?:always |never |still |just )?(?:get|got|see|saw|had|have|run into) (?:an?|this|no) (?!staging|access)|is (?:still )?(?:not )?(?:working|broken|wrong|failing|aligned|shadowed|missing|stale|slow|off by)|(?:crashes|nothing happens) when|failed|fails with|failing|not found|error:|(?:was|were) (?:wrong|missing)|broke the|it works now|but (?:gets|the|both)|on my machine|which is why|the (?:bug|problem|issue|error) (?:is|was|occurs)|root cause|is empty|instead of (?:using|going)|twice\\.?$|leaks?",
      ),
      narration: pattern(
        /^(?:i'll|i will|i'm|i am|i've (?!decided|chosen|settled)|i have (?!decided|chosen|settled)|let me|let's (?!settle)|now,? |next|first,? |then |so |done|fixed|updated|added|removed|committed|implemented|refactored|moved|running|waiting|great|perfect|good|here |to (?:run|test|see|do|avoid) |since the|looking|checking|(?:uses|validates|handles?|returns?|calls?|step \d|phase|root cause|goal|rationale|valid|interesting|otherwise the|if the (?:file|list))(?![\p{L}])|i (?:can|could|couldn't|see|need|added|don't have|don't see|don't think|haven't|want to|would|am|get|found|fixed|did not|avoided|changed|switched (?:to)|went through)|you (?:can|should see|should never see|were|forgot|need to)|we (?:need|could|should|had|want|have (?:two options|a bug))|the (?:plan(?! of)|user|diff|pr|function|variable|output|tests? (?:in|now|pass|expects?|use)|new|error|last|button|page|spinner|third|fix|change|count|query|response|flag|job|root|second|table is|watcher|review|engine|cache|comment|data|endpoint|migration|other)(?![\p{L}])|this (?:change|function|test|must|should|commit|fix|pr|requires|breaks|needs)|these |both |one possib|that(?:'s| )|all (?:tests|checks|four|three|of)|it |two tests|\d+ |each |every (?:caller|row)|no (?:new tests|changes|other|need)|without this)/iu,
      ),
      deictic: words(
        "this one|that one|the (?:first|second|third|other|last|same|new) (?:one|option|way|approach|file|column|paragraph|step|page|sentence|branch|request|field|helper|suggestion|two)|option \\p{L}|above|below|line \\d+|these|this (?:function|file|test|line|heading|step|branch|variable|button|problem|case|sentence|commit|change|pr|feature|list|view|page|form|message|point)|that (?:file|function|test|sentence|one|branch)|i just|screenshot|the (?:header|footer|logo|font|message|text|button|modal|spinner|dashboard|form|dropdown|paragraph|toggle|page|column|dialog|caller|callers|loop|list)|when i click|after login|the old branch|my (?:machine)|two places|in (?:four|five) (?:files)|(?<=^|: )(?:to|for) each",
      ),
      request: begins(
        "(?:can you |could you |please |now |just |then |let's |i(?:'d| would) like (?:you )?to |i want to |you (?:can|could) |we need to )*(?:add|fix|create|rename|change|remove|delete|implement|show|run (?:it|the tests|that|this)|commit (?:and|it|that|the)|commit|push|make (?:the|it|a|sure (?:the|this|to save))|replace|update|refactor|write (?:an?|the|in|me|some|tests)|look|check|try|go|open|move|revert|explain|summari[sz]e|tell|ask me|find|give|continue|call|rerun|restart|stop,|build|generate|extract|install|test|review|investigate|debug|set (?:up|it|the)|do (?:it|the|that|this)|rebase|read|have|remember to|verify|import|return|handle|for each|use `[^`]*[(.][^`]*`)(?! messages)",
      ),
      praise: words(
        "thanks|thank you|looks (?:great|good)|great|perfect|nice|awesome|you were right|all tests pass|is green",
      ),
    },
    because: pattern(
      `(?:[,;.]|\\s[–—-])?\\s+(?:because(?: of)?|due to|so that|in order to|since(?! ${sinceWhen}(?![\\p{L}])))\\s+`,
    ),
  },
  dates: {
    months: month.replaceAll("|", " "),
    verbMonths: "may",
    beforeMonth: "in|of|since|last",
    ordinals: "st|nd|rd|th",
    of: "of",
    given: [
      `(?:last|next|this|past) (?:${season}|${weekday})`,
      `${amount} (?:minute|hour|day|week|weekend|month|year)s?`,
      // Not "march" and "may", which are verbs too.
      `january|february|april|june|july|august|september|october|november|december|${weekday}`,
    ].join("|"),
  },
  reports: {
    usage:
      "to (?:run|test|use|stop|start|deploy|verify|see|try|restart|revert|undo|check)\\b|you can|you(?:'ll| will| may| should)|try\\b|open\\b|visit\\b|go to\\b|click\\b|navigate\\b|select\\b|note that|for reference|if\\b|once (?:you|the)\\b|when you\\b|should you\\b|that(?:'s| is) |this (?:way|means|ensures)",
    found: "(?:i )?found (?:it|the (?:issue|problem|cause|bug|root cause|culprit))",
    asides: "how (?:it|this) works|usage|how to|example|next steps?|testing|try|optional|alternativ",
    important:
      "because|decid|instead|root cause|fix(?:ed|es)?|must|never|always|prefer|conclu|found|result|failed|fails|error|bug|so that|rather than|turned out|works?|broken|TODO|next step|open question",
    measures: "sec|seconds?|minutes?|hours?|days?|tokens?|tests?|files?|lines?|times",
    nothingOpen: "no [^.]{1,40} (?:is|are) (?:open|pending|left)",
    orders: begins(
      "(?!(?:made|built|wrote|took|kept|put|set|cut|ran|gave|got|found|left|brought|sent|held|led|chose|drew|rebuilt|split|rewrote|let|shut|both|all|only|not|here|there|then|now|such|half|even|just|like|under|over|after|before|with|from|into|onto|for|in|on|at|by|of|to|per|via|than|since|until|while|when|where|if|unless|because|so|and|but|or|that|which|what|how|why|also|once|still|yet|about|around|within|without|through|during|beside|besides|except|behind|below|above|between|among|against|along|across|near|inside|outside|upon|up|down|out|off) )[a-z]+(?<!ed|ing|s) (?:the|an?|all|any|each|every|full|this|these)",
    ),
    addresses: "you|your|yours|yourself|you(?:'re|'ll|'ve|'d)",
    advises:
      "should|could|would|may|might|can be|consider|suggest|recommend(?:ed|s)?|expected|ideally|look for|make sure|feel free",
    aside:
      "(?:(?:one|a|the|small|quick|side|important) )?(?:note|notes|caveat|problem|issue|symptom|warning|example|expected|currently|before|context|background|question|tip|option \\w+|pros|cons)",
    labels:
      "(?:the )?(?:fix|solution|result|change|changes|outcome|summary|done|bottom line|answer|short answer|tl;?dr|update|status|in short)",
    acknowledgesMore:
      "so much|very much|a lot|again|now|then|about that|for (?:that|the \\w+|catching that|pointing that out)|to hear|to go|enough",
  },
  wording: {
    rewrites: [
      [new RegExp(`^${must}?(?:don't|do not|not) ever\\s+`, "i"), "never "],
      [new RegExp(`^${must}?always\\s+`, "i"), "always "],
      [new RegExp(`^${must}?never\\s+`, "i"), "never "],
      [/^i(?: would|'d)? (?:strongly |generally |always )?prefer (?=\S)/i, "prefer "],
      [/^please /i, ""],
    ],
    pronouns:
      "(?:(?:it|this|that|they|these|those|he|she)(?:'s|'re)?|here)(?= (?:is|are|was|were|did|does|do|has|have|had|will|would|can|could|should|must|may|might|made|fails?|failed|needs?|works?|breaks?|broke|means|looks?|makes?|goes|gets?|matches|depends?|also|only|still|always|never|now|not)(?! (?:important|mandatory|forbidden|required|decided|essential|crucial)))",
    given:
      "(?:please )?(?:don't|do not|avoid|stop|never|use|prefer) \\p{L}+ (?:the|this|that|my|your|it|them|those|these)(?![\\p{L}])",
    oneCase: "when (?:we|i) ",
    unnamed: "i|you|it|this|that|these|those|they|we|he|she|there",
    demonstratives: "this|that|these|those",
    modals: "should|must|shall|has to|have to",
    obliges: "must|has to|have to",
    may: "can|may|could|might|would",
    wants: "want|wants|like|likes|prefer|wish",
    scope: "not|never|only|always|any|all|every|each|everything|nothing|no",
    conditions: "if|when|whenever|once|unless|before|after|for",
    states: "is|are|has|have|consists?|contains?|means|lives?|runs?|uses?",
    reports:
      "there (?:is|are)(?! no)|you(?:'re| are) \\p{L}+ing|(?:i|we|you|they|it|he|she|the \\p{L}+(?: \\p{L}+)?)(?:'ve| have| had| has)?(?: just| already| also| only| never| still)* (?:(?!need)\\p{L}{2,}ed|was|were|did|had|got|saw|seen|made|went|gone|broke|lost|found|ran|took|gave|came|wrote|told|said|been|done|dealt)",
    questions:
      "^(?:do|does|did|is|are|was|were|should|shall|can|could|would|will|may|have|has)\\s+(?:we|you|i|it|they|the|this|that|there|our)\\b|^(?:why|what|how|when did|when do|when will|where|which|who)\\b",
    joins: "(?:and\\s+)?(?=(?:please\\s+)?remember(?:\\s+that)?:\\s)",
    and: "and|but",
    reasonLabels: "why|rationale|reason",
    explains:
      "(?:it|they|he|she|ci|the \\p{L}+|our \\p{L}+|\\S+) (?:is|are|was|were|has|have|had|will|would|can't|cannot|can|gets?|does|did|comes?)(?![\\p{L}])",
  },
  claims: {
    aliases: { s: "second", sec: "second", secs: "second", min: "minute", mins: "minute", h: "hour" },
    negation:
      "never|(?:do|does|did|must|should|can|could|will|would|is|are)(?: not|n't|n’t)|cannot|avoid|no longer|without|stop|not|no",
    contrasts: [
      /(?:,|;| -| –| —)?\s+(?:instead of|rather than|as opposed to|(?:and |but )?(?:not|never|don't|do not))\s+(?!only\b)(.+)$/i,
    ],
    preferences: [/\bprefer(?:s|red)?\b(.+?)\s+(?:over|to)\s+(.+)$/i],
    uses: [/^(.*?)\b(?:use|uses|using|choose|adopt)\s+(.+?)(?:\s+(?:for|as|in|to|when|on|with)\s+(.+))?$/i],
    made: [/^(.+?)\s+(?:with|in|on|by|from|at)\s+(.+)$/i],
    changes: [
      /\b(?:switch|mov|migrat|chang|go)(?:e|ed|es|ing|s)?\b(.*?)\bfrom\s+(.+?)\s+(?:over )?to\s+(.+)$/i,
    ],
    replacements: [/\breplac(?:e|ed|es|ing)\s+(.+?)\s+(?:with|by)\s+(.+)$/i],
    auxiliaries: "do|does|did|must|should|can|could|will|would|is|are|be|has|have",
    empty: `
      a an the this that these those there here it its we our us you your i my me they their he she is are was
      were be been being am do does did has have had will would shall should must can could may might need needs
      always ever just only also please only every everything everywhere each all any some so then when if of to for in on at by with
      from as into and or but than use uses using used prefer prefers preferred write writes written run runs make
      makes keep keeps kept put puts store stores stored install installs installed live lives set sets project
      repo repository codebase code base directly instead really very now anymore currently team decided decide
      chose chosen choose picked settled settle agreed went go going switch switching switched move moving moved
      migrate migrating migrated stay staying stick adopt adopted adopting standardise standardize replace
      replacing re ve ll`,
  },
  learnings: {
    corrects:
      "no|nope|wrong|again|stop|not like that|that's (?:wrong|not)|i (?:already )?(?:said|told you)|as i (?:said|told you)|still|you (?:forgot|did it) again|once more|please",
    reminds: "i (?:already )?(?:said|told you)|as i (?:said|told you)|once more|not like that|wrong|still",
    remindsThat: "to |that ",
    wishes: "use|don't|do not|never|always|not|instead of|rather than|write|put|keep|run|call|name",
    corrections: [
      /^you(?:'re| are| were| keep| just)?(?: again| still| always)? (\p{L}+(?:ing|ed)) (.{0,40}?)\b(against|into|in|on|to|with|from|at) (.{2,60}?)(?:,? (?:instead of|rather than)|,? (?:and )?not) (?:\3 )?(.{2,80})$/iu,
      /^you(?:'re| are| were| keep| just)?(?: again| still| always)? (\p{L}+(?:ing|ed)) ()()(.{2,80}?)(?:,? (?:instead of|rather than)|,? (?:and )?not) (.{2,80})$/iu,
    ],
    tooMuch: [
      /\b(?:i|we)(?:'ve| have)? (?:also |first |already )?tried (?:to )?(.{3,100}?)[,;:](?: but)? (?:it |that |this )?(?:was |is |needs |needed |took |uses |used |had )?(too \w+ .{3,120})$/i,
    ],
    failed: [
      new RegExp(
        `\\b(?:(?:i|we)(?:'ve| have)? (?:also |first |already )?)?tried (?:to )?(.{5,140}?)[,;:]?(?: -| –| —)? (?:but |and |which )?${triedFailed}\\b(.*)$`,
        "i",
      ),
      /^(?!it\b|this\b|that\b|which\b)(.{5,100}?) (?:did(?: not|n't)|does(?: not|n't)|won't|will not) work(?: here)?\b(.*)$/i,
    ],
    failedBecause: [/^[\s,:;–—-]*(?:because|since|as|due to|:|–|—|-)\s*(?:of )?(.{8,180})$/i],
    guesses:
      "i (?:suspect|assume|believe)(?: that)?|my (?:hypothesis|guess|suspicion|theory) is(?: that)?|the (?:likely|probable|most likely) (?:cause|culprit|reason) is(?: that)?",
    topics: {
      gotcha:
        "beware|careful|watch out|gotcha|otherwise|fails?|breaks?|crash(?:es)?|workaround|does(?:n't| not) work|flaky|deadlocks?|bug|quirk|pitfall",
      pattern:
        "pattern|factory|singleton|dependency injection|repository pattern|composition|inheritance|middleware|decorator|observer|functional style|immutab\\w+",
      dependency:
        "dependenc\\w+|packages?|librar\\w+|npm|pnpm|yarn|bun|pip|poetry|cargo|gradle|maven|gems?|sdk|versions?|node(?:\\.js)? ?v?\\d+|python ?\\d|upgrade|pinned?|lockfile",
      architecture:
        "architecture|services?|modules?|layers?|databases?|schema|endpoints?|api|queue|cache|monorepo|microservices?|frontend|backend|server|postgres\\w*|mysql|sqlite|redis|lives? in|boundary|domain",
    },
  },
};
