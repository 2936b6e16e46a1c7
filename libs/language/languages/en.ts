// English cues.

import { begins, type LanguageCues, pattern, words } from "../cues.ts";

const team =
  "(?:we|the team|our (?:team|project|repo|code ?base|company|code|tests?|api|backend|frontend|docs|ci|services?|users|production|staging|prod|monorepo|pipeline|customers?|app|cluster|\\p{L}+ tracker)|this (?:project|repo|repository|code ?base|package|app|team|service|library|module)|the (?:project|repo|repository|code ?base|team|monorepo|app))";
const month = "january|february|march|april|may|june|july|august|september|october|november|december";
/** "since" of a time, not of a reason. */
const sinceWhen = `(?:${month}|last|then|yesterday|monday|version|the (?:last|update|release|upgrade|\\d{4})|v?\\d|this|when)`;
const what = "(?:tests?|docstring|review|approval|changelog|migration|ticket|owner|comment|example)";

export const english: LanguageCues = {
  words:
    "the|a|an|is|are|was|we|you|it|this|that|and|or|not|to|of|for|with|in|on|don't|do|please|use|always|never|have|has|because|must|should|can|i|be|from|at|by|when|if|all|every|no|let's|i'll|i'm|run|what|how".split(
      "|",
    ),
  filler: pattern(
    /^(?:ok(?:ay)?|no(?=\s*[,:;.!–—-])|nope|yes|yeah|yep|hey|hi|hello|well|also|and|but|so|btw|by the way|actually|please|again|oh|wait|listen|sorry|thanks|thank you|great|good|hmm+|right|alright|sure|one more thing|just so you know|as i said|like i said|i(?:'ve| have)?(?: already)? told you(?: to| that)?|let me be clear|to be clear|for the record|per your instructions?|as you asked|following your choice)(?![\p{L}\p{N}_'-])[\s,:;.!–—-]+(?!more)/iu,
  ),
  cues: {
    decided: words(
      "(?:we|i|team)(?:'ve| have| had| will|'ll)?(?: now| also| all| just| finally)? (?:decided (?:on|to|that|for)(?! (?:take|look|wait|start|skip|keep it|leave))|chose|picked|took|settled(?: it| on)?|agreed (?:on|to|that|with)|opted|went with|standardi[sz](?:e|ed)|adopted|stay with|stick (?:with|to)|will keep|dropped (?!it|the idea)|kept)(?! (?:the )?(?:first|second|name|loop|signature))",
      "(?:we're|we are)(?: all| now)? (?:going with|switching|moving|migrating|dropping|replacing|standardi[sz]ing|adopting|staying|sticking|keeping|freezing|phasing|retiring)",
      "we (?:moved|switched|migrated|renamed|replaced) (?!the meeting).{2,60} to",
      "was decided|settle it|(?:we|i) (?:landed on|ditched|concluded that|moved away from|signed off|committed to)|(?:board|team|management|customer|client|boss|lead) (?:approved|decided|agreed|chose|insists)|final call|made up my mind|make it official|let's make it|is the way to go|we'll (?:keep|stay|be on|use|go with|stick)|plan of record|i want us to|(?:product|management|the customer|legal|security) wants|(?:my|our) decision|the decision is (?:final|to)|for \\S+ we'll (?:stay|go|use)|in the end we|gets? frozen|i used .{2,60} (?:instead of|rather than|over) .{2,80} (?:because|since)",
      "(?<=^|\\. )(?:design |final )?decision\\s*:|ok(?:ay)? decided|decided[:,]|support only|support for .{2,40} ended|from version \\S+ on",
      "(?:timeout|limit|port|retention|interval) is (?:now )?\\S+ (?:\\S+ )?now",
      "(?<=^|: )(?:going with|chose|opted for) .{2,60} (?:over|rather|instead|because|since)",
    ),
    rejected: words(
      "rejected (?=it|the|that|\\p{Lu})|decided (?:against|not to)|ruled out|off the table|dropped (?:it|the idea|that idea)|not going to (?:use|have|add|support)|i (?:don't|do not) want (?:an?|any|\\p{L}+) (?:\\p{L}+ )?(?:here|in (?:this|our)|for this)|(?:we|i) (?:tried|evaluated|looked at) .{3,100} (?:dropped|rejected|abandoned|gave up|went back|but it .{3,60} because)|did(?: not|n't) (?:work|help) (?:out )?because|made no difference because|not an option|we won't (?:use|have|support)|no-go|forget about|too expensive for us|(?:already )?evaluated .{2,60}, (?:too|not)|not again|was a disaster",
    ),
    always: pattern(
      /^(?:(?:you|we) (?:must |should |have to |need to |ought to )?|i (?:want|need|expect) (?:you|us) to |make sure (?:to |you |that you |we )|be sure to )?(?:always|never)(?! (?:true|happens?|saw|mind|nice))(?![\p{L}])|(?:must|should|has to|have to|may|be|it is) (?:always|never)(?! (?:read|true|ignored|invalidated|cleared|sees|shows))(?![\p{L}])|^(?:do not|don't) ever |, (?:always|never) (?:use|run|call|put|commit|in|to|the)|nobody (?:edits|touches|changes)|i never want|names? .{2,40} always|are never (?:edited|changed|merged|deleted|committed|mocked|shared|logged)|, (?:and|but) never [\p{L}]+s$/iu,
    ),
    forbid: words(
      "(?<=^|, |; |: )(?:do not|don't|never|stop|avoid|no more|you (?:must|should|may|can)(?: not|n't)|you're not allowed|we (?:don't|do not|never|must not))(?: ever| to)? (?:use|using|touch|touching|commit|push|import|mock|log|hard-?cod\\p{L}+|edit|editing|force|bypass|squash|throw|mix|rely|depend|add|adding|change|changing|call|run|trust|upgrade|update|delete|restart|write|store|put|merge|print|modify|remove|rename|create|install|introduce|bump|expose|send|lower|raise|assume|skip|copy|deploy|share|disable|bother)(?! (?:it|this|that|anything|there))",
      "must not|must never|(?:is|are|not) (?:not )?allowed|forbidden|prohibited|leave (?:\\S+ ){1,4}alone|without (?:asking|my|approval|talking|an? (?:test|review|green|backup|ticket))|only the \\S+(?: \\S+)? (?:may|can)|hands off|keep out of|off limits|refrain from|it's not ok(?:ay)?|i hate|nothing gets (?:merged|released)",
      "(?<=^|: |, )no (?!need|changes?|other|one|new tests|reason|idea|preference|problem|longer|tests? needed)\\p{L}+ (?:\\p{L}+ )?(?:in (?:this|our|the)|classes|without|on fridays|please)|(?<=^|: )no (?:default|abbreviations|carets|orms?|magic|global|inline|any|third-party|external|semicolons|emojis|mocks?|raw|direct|force|secrets|merges)",
      "(?:we|i) (?:don't|do not) (?:use|allow|like)",
    ),
    require: words(
      "must (?:be|not|never|always|have|go|pass|use|follow|come|stay|run)(?! (?:something|the|stale|called|a))|ha(?:ve|s) to (?:be(?! (?:changed|done))|go|approve|pass|use|follow|come)|needs? to be (?!updated|changed|fixed|rewritten|set|wider)|should (?:always|never|follow|be written|use|go|live|start)|is required|are required|needs? (?:an?|the) (?:\\S+ )?" +
        `${what}|gets? \\S+_at|ask (?:me )?before|(?:tell|ask|inform) .{2,30} first|is mandatory|are mandatory|(?:follow|use) \\S+ strictly|on everything (?:you|we)|only ever|must be (?:removed|deleted|run|closed|tested|reviewed|documented|asynchronous|idempotent|deterministic)|belongs? (?:in|into|to)|goes? (?:into|through|next|to)|go (?:into|next|to|through)|are never|is never|may only|it's important that|i want you to|(?:you|we) have to run`,
    ),
    prefer: words(
      "(?:^|we |i |please |team )prefers?|(?:i|reviewers|we) (?:expect|want) (?:every|all|small|short)|(?:i'd|i would|we'd) rather (?:have|use|see|keep)|favou?r|i like (?:short|small|my|when|to)",
    ),
    use: begins(
      "(?:please )?(?:only )?(?:use|stick (?:to|with)|pin|keep|write|put|name|indent|format|log|store|document|answer|leave)",
    ),
    weUse: pattern(
      `(?<![\\p{L}]|when |if |where |how |why |which |that |then |think |believe )${team} (?:\\S+ (?:database|server|environment) )?(?:only |always |exclusively |all |mostly |still )?(?:uses?(?= (?!it|the same))|don't use|do not use|doesn't use|does not use|no longer uses?|follows?(?! the plan)|targets?|requires?|deploys?|avoids?|sticks? to|runs? (?:on|against|in)|indents?|formats?|have (?:no|two (?!options)|one)|has (?:no|two|one)|is (?:on|in|written|hosted|built|\\p{Lu})|are (?:mostly|all|on|hosted|in)|depends? on|(?:logs?|test|release|support|pay|ship|hosts?|write|squash)(?![\\p{L}])|lives? )|(?<![\\p{L}])our (?:\\p{L}+ ){1,3}(?:is|are|runs? (?:on|in)|lives? in|uses?|goes through|comes? from) (?!still|broken|slow|failing|not|wrong)|(?:limit|timeout|retention|quota) is (?:now )?\\d`,
    ),
    contrast: words(
      "instead of|rather than|as opposed to|over (?!\\d|the)|in favou?r of|and not|but not|and never|but never|no longer|even if|used to be|is only for|not by hand",
      "not (?:into|on|in|from) (?:an?|the|\\S+[/.])",
      "(?<=, )(?:not|never|no) \\S+",
    ),
    need: words(
      "(?:our \\S+|local \\S+|this (?:project|package|repo|service|app|library|module|tool|code ?base|script)|the \\S*(?:tests?|suite|build|project|app|service|linter|api|cli|package|scheduler|worker|docs|server|importer|driver|module|library|gateway|bus|tier|environment|repo|cluster|pipeline|client|plugin|script)|(?:integration |e2e |unit )?tests|package|partner api|new \\p{L}+s) (?:only )?(?:needs?|requires?|depends? on|relies on|expects?|allows?)|only works? (?:with|on|in|if|when)|only runs? (?:on|in|with)|(?:is|are) (?:limited|restricted) to|must be (?:run|restarted|installed|started)|is not enough|is only reachable|only finds|\\d\\S* or newer|(?:calls|requests|keys|files) per (?:second|minute|page|hour|day)",
    ),
    otherwise: words(
      "(?<=, |; |\\. |^)(?:otherwise|else the|else it)|or else|unless|breaks? (?:when|if|on|in)|crash(?:es)? (?:when|if|silently|on)|fails? (?:on|unless|in|without) (?!my|the first)|hangs? (?:when|if|on)|that's why we|corrupts?|silently|does(?: not|n't) (?:work|support|validate)(?: \\S+)? (?:inside|in|on|with|when|if)|flaky when|also (?:removes?|deletes?)|gets? overwritten|(?:deletes?|wipes?|locks?|blocks?|loses?|cuts?) (?:the|each|requests)|cannot be undone|not unique|idempotent|even for failed|only run it|takes? \\S+ hours|so (?:check|run|use|make sure|it has to|they have to|\\S+ (?:has|have|must) |\\S+ \\S+ (?:has|have|must|need) )",
    ),
    warn: begins(
      "(?:be )?(?:very )?careful(?! when you review)|watch out|beware|be aware|heads[ -]?up|gotcha\\s*:|caveat\\s*:|warning\\s*:|caution|attention|known (?:issue|bug|problem)|pitfall|mind (?:the|that)|danger|one thing to remember|important\\s*:(?! (?:i|finish) )",
    ),
    note: begins(
      "(?:please )?(?:note|remember|keep in mind|bear in mind|don't forget|do not forget)(?: that)?(?! to )(?!:? (?:that )?(?:i|i'm|you|i've|the diff|what) )(?:[\\s,]|:\\s)|nb[:.]|n\\.b\\.|fyi|for your information|for future reference|for reference|reminder|as of this|(?:the|our) rule(?: is|:)|rule\\s*:|(?:by |our |the project )?convention|our policy|from now on|going forward|as a rule",
    ),
    general: words(
      "from now on|going forward|in general|generally|in (?:the )?future|as a (?:general )?rule|in (?:this|our|the) (?:project|repo|repository|code ?base|team|monorepo)|everywhere|whenever|nobody|everybody|everyone|by default|in the (?:domain|service|data|repository) layer|per (?:pull request|release|feature)|here(?=[.!]|$|, not| not)|in (?:python|typescript|java|go|rust|ruby|php)|for (?:strings|all new|every|anything)|keep (?:that|this) in mind|before (?:each|every|you (?:commit|push|merge|delete)|merging|committing|touching|a commit)|when(?:ever)? (?:you (?:add|change|write|create|touch)|something)|that way|our style|directly",
      "^(?:all|every|any|no|anything|only|new|public|nothing|generated|code owners)",
    ),
    reason: words(
      `because|since (?!${sinceWhen})|due to|so that|that's why|in order to|for \\S+ reasons`,
      "(?<=, )(?:it|they|the \\S+|ci|our \\S+|\\S+) (?:gets?|will|is|are|has|have|can't|cannot|comes?|rejects?|breaks?|was|were|depend|already|brought|runs?)",
    ),
    deprecated: words(
      "(?:is|are|been|was) deprecated|obsolete|end of life|sunset(?:ted)?|will be (?:deleted|removed|dropped|shut|renamed|replaced)|gets? (?:deleted|removed|overwritten|frozen|reset)|no longer (?:supported|maintained|available)|is (?:dead|gone|frozen|maintained by)|are gone|ended with|discontinued",
    ),
    place: words(
      "(?:lives?|sits?|resides?) (?:in|under|on)|(?:is|are) (?:always |only )?(?:hashed|rotated|net|synced|managed|evaluated|published|hosted|maintained|called \\p{L}+ in|read from|stored (?:as|in) (?!the map)|kept (?:in|for)|shared with)|owns? (?:the|everything)|(?:limit|timeout|port|maximum|minimum|interval|retention) is (?!applied)|expires? after|there is no (?:staging|access|gpu)|we have no|talks? only to|comes? from (?:\\p{Lu}|the \\p{L}+ team)|runs? (?:in the \\p{Lu}|on \\p{Lu}|every|on version)|names? start with|names? .{2,30} begin with|(?:resets?|starts?|runs?) (?:every|at) (?:night|\\d)|goes? through \\p{Lu}|is a separate repo|(?:is|are) generated by|disappears? (?:at|in|with)|(?:is|are) (?:kebab|camel|snake)|(?:staging|production) server is|is called \\S+@|(?:region|branch|network|vpn) only|is on version|the only source|wins? over|has no soft",
    ),
    convention: words(
      "convention|rule is|our style|(?:our|the|company) policy|house style|style guide|(?:camel|snake|kebab|pascal)[- ]?_?case|conventional commits|code ?owners|single quotes|double quotes|default exports?|named exports?|squash\\p{L}*|in english|in german|approval|be translated|under \\d+ lines|exact versions",
    ),
    question: pattern(
      /\?\s*$|^(?:do|does|did|is|are|was|were|should|shall|can|could|would|will|may|have|has)\s+(?:we|you|i|it|they|the|this|that|there|our)(?![\p{L}])|^(?:why|what|how|when did|where|which|who|whose)(?![\p{L}])(?!ever)|(?:let me know|wonder) (?:if|whether)|explain (?:how|why|what)|check (?:if|whether)/iu,
    ),
    unsure: words(
      "maybe|perhaps|probably|might|could|would|i think|i guess|i believe|i assume|i suspect|i wonder|not sure|i'm unsure|seems?|suppose|imagine|hypothetically|what if|looks like|possib(?:le|ly|ility)|likely|if we (?:used|had|did)|if you (?:want|like|prefer|can)|i (?:would )?(?:recommend|suggest|propose)|i'd recommend|at some point|should probably|there are (?:two|three|several|\\d) (?:options|ways)|one (?:option|possibility|way)|no preference|whatever|both approaches|must have been|must be (?:something|an?|the (?:reason|cause))",
    ),
    momentary: words(
      "this time|for now|right now|just now|today|tonight|tomorrow|yesterday|since (?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|this (?:morning|week|afternoon)|last (?:night|week))|at the moment|for the moment|temporar\\p{L}+|yet|in this (?:step|round|pr|sprint|demo|branch)|for this (?:one|demo|pr|task|exercise)|when you(?:'re| are) done|until (?:i|the build|you|last)|maybe|perhaps|i think|i guess|i believe|i wonder|not sure|suppose|imagine|hypothetically|(?<=^|, )(?:it )?(?:seems|looks like)|never ?mind|i want to (?:move|switch|change|replace)|don't (?:worry|know|care|ask)",
    ),
    passing: words(
      "this time|for now|right now|just now|today|tonight|tomorrow|yesterday|on friday|at the moment|for the moment|currently|temporar\\p{L}+|yet|meanwhile|still|once more|in this (?:step|round|version|pr|sprint|form|test|view|demo|list|diff)|for this (?:one|demo)|after that|when you(?:'re| are) done|when you reach|wait|until (?:i|the build|you)|the demo|have a look|take a look|go on|go ahead|continue|step \\d+|before i|as far as|so far",
      "now(?!,)",
      "first(?! party)|next(?! major)|again|already",
    ),
    fault: words(
      "(?:always|never|still) (?:returns?|fails?|crash(?:es)?|breaks?|throws?|shows?|works?|gets?|had|have|has|got|disappears?|happens?|crashing|the same|been|was|awaits?|released|invalidated|cleared|sees|ignored)|(?:i|we) (?:always |never |still |just )?(?:get|got|see|saw|had|have|run into) (?:an?|this|no) (?!staging|access)|is (?:still )?(?:not )?(?:working|broken|wrong|failing|aligned|shadowed|missing|stale|slow|off by)|are failing|(?:crashes|nothing happens) when|fail with|failed|fails with|failing|cannot find|not found|error:|exception|(?:was|were) (?:wrong|missing|full)|broke the|it works now|but (?:gets|the|both)|on my machine|timeout on|explains why|which is why|the (?:bug|problem|issue|error) (?:is|was|occurs)|root cause|at that point|is empty|instead of (?:using|going|centered)|twice\\.?$|hides|leaks?",
    ),
    narration: pattern(
      /^(?:i'll|i will|i'm|i am|i've (?!decided|chosen|settled)|i have (?!decided|chosen|settled)|let me|let's (?!settle)|now,? |next|first,? |then |so |done|fixed|updated|added|removed|committed|created|implemented|refactored|replaced|moved|running|waiting|great|perfect|good|here |to (?:start|run|test|see|do|avoid|suppress) |since the|looking|checking|(?:uses|validates|handles?|returns?|calls?|should return|step \d|phase|root cause|goal|rationale|valid|interesting|otherwise the|if the (?:file|list))(?![\p{L}])|i (?:can|could|couldn't|see|need|added|don't have|don't see|don't think|haven't|want to|would|am|tried to|get|found|fixed|did not|avoided|changed|switched (?:to|the)|went through|prefer to)|you (?:can|should see|should never see|were|forgot|need to)|we (?:need|could|should|had|want|have (?:two options|a bug))|the (?:plan(?! of)|user|diff|build took|pr|file|function|variable|output|tests? (?:in|now|pass|expects?|use)|new|old (?!admin)|error|last|button|page|spinner|third|fix|change|count|query|response|flag|job|root|second|table is|watcher|review|engine|cache|comment|data|badge|endpoint|migration|server was|other)(?![\p{L}])|this (?:change|function|test|must|should|commit|fix|pr|requires|breaks|needs)|these |both |one possib|that(?:'s| )|all (?:tests|checks|four|three|of)|it |two tests|\d+ |each |every (?:caller|row)|no (?:new tests|changes|other|need)|without this)/iu,
    ),
    deictic: words(
      "this one|that one|the (?:first|second|third|other|last|same|new) (?:one|option|way|approach|file|column|paragraph|step|page|sentence|branch|request|field|helper|suggestion|two|three)|option \\p{L}|above|below|line \\d+|these|this (?:function|file|test|line|class|screenshot|heading|step|branch|variable|method|button|problem|case|sentence|commit|change|pr|feature|list|view|page|form|message|point)|that (?:file|function|test|step|sentence|one|branch)|i just|screenshot|other page|the (?:header|footer|logo|font|heading|message|text|button|modal|spinner|dashboard|form|dropdown|paragraph|toggle|page|column|dialog|caller|callers|loop|list)|when i click|after login|the old branch|my (?:api key|machine)|both places|two places|in (?:four|five|all five|three) (?:files|places)|(?<=^|: )(?:to|for) each",
    ),
    request: begins(
      "(?:can you |could you |please |now |just |then |let's |i(?:'d| would) like (?:you )?to |i want to |you (?:can|could) |we need to )*(?:add|fix|create|rename|change|remove|delete|implement|show|run (?:it|the tests|that|this)|commit (?:and|it|that|this|the)|commit|push|make (?:the|it|a|sure (?:the|this|to save))|replace|update|refactor|write (?:an?|the|in|me|some|tests)|look|check|try|go|open|move|revert|explain|summari[sz]e|tell|ask me|find|give|skip|continue|call|put it|rerun|restart|stop,|build|generate|extract|install|test|review|investigate|debug|set (?:up|it|the)|do (?:it|the|that|this)|merge|rebase|read|only look|have|remember to|verify|import|return|handle|for each|use `[^`]*[(.][^`]*`)(?! messages)",
    ),
    praise: words(
      "thanks|thank you|looks (?:great|good)|great|perfect|nice|awesome|well done|good (?:job|idea|work|question)|exactly what|love it|you were right|lgtm|all tests pass|is green",
    ),
  },
  because: pattern(
    `(?:[,;.]|\\s[–—-])?\\s+(?:because(?: of)?|due to|so that|in order to|since(?! ${sinceWhen}(?![\\p{L}])))\\s+`,
  ),
};
