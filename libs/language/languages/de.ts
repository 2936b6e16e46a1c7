// German cues.

import { begins, type LanguageCues, pattern, words } from "../cues.ts";

export const german: LanguageCues = {
  words:
    "der|die|das|den|dem|ein|eine|einen|ist|sind|wir|ich|du|nicht|und|oder|mit|für|auf|von|zu|im|auch|bitte|immer|nie|niemals|weil|muss|müssen|keine|keinen|nur|sonst|hier|alle|jede|jeder|jedes|benutze|verwende|nimm|aus|soll|sollen|wird|werden|haben|hat|noch|kein|beim|zur|zum|ab|jetzt|heute|warum|wie|was".split(
      "|",
    ),
  filler: pattern(
    /^(?:ok(?:ay)?|nein|nee|ja|hallo|hi|hey|also|und|aber|übrigens|bitte|nochmal|ach|moment|danke|gut|super|noch was|wie gesagt|ich sagte doch|klar)(?![\p{L}\p{N}_-])[\s,:;.!–—-]+/iu,
  ),
  cues: {
    decided: words(
      "entschieden|beschlossen|entscheidung\\s*:|vereinbart|geeinigt|festgelegt|ausgewählt|gewählt|wir nehmen|wir setzen (?:\\S+ ){0,3}auf|wir (?:wechseln|steigen|ziehen|migrieren|stellen) (?:\\S+ ){0,6}(?:auf|zu|um)|wir bleiben (?:bei|auf)|bleibt bei|umgestiegen|umgestellt|wir ersetzen|wir verzichten auf",
    ),
    rejected: words(
      "verworfen|abgelehnt|dagegen entschieden|gegen \\S+ entschieden|ausgeschlossen|kommt nicht in frage|ich will (?:hier )?kein\\S*|wir (?:wollen|möchten) kein\\S*|vom tisch",
    ),
    always: words("immer|stets|grundsätzlich|nie|niemals|nie wieder|ausnahmslos"),
    forbid: words(
      "niemals|(?:fass|fasst|rühr) .{1,60} (?:nicht|nie) an|(?:nicht|nie|keinesfalls) (?:direkt )?(?:\\S+ ){0,2}(?:committen|pushen|anfassen|ändern|bearbeiten|löschen|verwenden|benutzen|nutzen|mergen|mocken|loggen|aktualisieren|aufrufen|starten|neu starten|von hand)|keine? (?:neuen?|default|mocks?|orms?|abkürzungen|weiteren|direkten|globalen|externen)|darf (?:nicht|nie|niemals|kein)|dürfen (?:nicht|nie|niemals|kein\\w*)|verboten|ohne (?:rückfrage|absprache|freigabe|review|zu fragen|mich zu fragen)|(?:verwende|benutze|nutze|nimm) (?:\\S+ ){0,2}(?:kein\\w*|nie|nicht)|finger weg|bitte keine|lass .{2,40} in ruhe|hör auf",
    ),
    require: words(
      "muss|müssen|ist pflicht|sind pflicht|brauch(?:t|en) (?:einen|eine|ein) \\S*(?:test|review|freigabe|docstring|kommentar)\\S*|erforderlich|zwingend|vorgeschrieben|achte darauf|stell sicher|frag (?:mich )?(?:vorher|bevor)|gehör(?:t|en) (?:in|nach|zu)|soll(?:en)? immer",
    ),
    prefer: words("bevorzuge|bevorzugen|lieber|ziehe .{2,60} vor|ziehen .{2,60} vor"),
    use: begins(
      "(?:bitte )?(?:benutze?|verwende?|nutze?|nimm|nehmt|schreib(?:e|t)?|leg(?:e|t)?|pack|halte?|formatiere?|rücke?|antworte)",
    ),
    weUse: words(
      "wir (?:verwenden|benutzen|nutzen|deployen|testen|releasen|unterstützen|haben (?:kein\\w*|zwei|nur)|schreiben|speichern|loggen|setzen|hosten)|das (?:projekt|repo|team) (?:verwendet|benutzt|nutzt|braucht|benötigt)|unsere?r?n? \\S+ (?:läuft|laufen|ist|sind|liegt|liegen|nutzt|braucht|kommt|kommen)",
    ),
    contrast: words(
      "statt|anstatt|anstelle|nicht \\S+$|und nicht|sondern|nur noch",
      ", nicht \\S+",
      "nicht npm",
    ),
    need: words(
      "braucht|brauchen|benötigt|benötigen|setzt .{2,40} voraus|hängt (?:von|an) .{2,40} ab|erfordert|funktioniert nur|läuft nur|geht nur",
    ),
    otherwise: words(
      "sonst|andernfalls|ansonsten|es sei denn|schlägt .{0,40}fehl|hängt sich|bricht|stürzt|geht kaputt|zweimal|sperrt|blockiert|überschrieben|überschreibt|verliert|löscht|deshalb|daher|funktioniert nicht (?:in|mit|wenn|unter|auf)",
    ),
    warn: begins(
      "vorsicht|achtung|obacht|pass auf|passt auf|sei vorsichtig|warnung|bekanntes problem|wichtig|aufgepasst|vorsichtig",
    ),
    note: begins(
      "hinweis|notiz|anmerkung|merk(?:e|t)? dir|denk(?:e|t)? daran|denkt dran|denk dran|beachte|beachtet|zur info(?:rmation)?|info|nur zur info|vergiss nicht|nicht vergessen|wichtig|regel\\s*:|konvention\\s*:|bedenke|seit \\S+",
    ),
    general: words(
      "ab sofort|ab jetzt|künftig|in zukunft|zukünftig|generell|grundsätzlich|überall|jede[rsnm]?|alle[rsnm]?|in diesem (?:projekt|repo)|bei uns|hier(?=[,. ]|$)|im (?:projekt|repo|team|code)|standardmäßig|immer wenn|bevor du|vor jedem|pro|neue[nr]?",
    ),
    reason: words(
      "weil|denn|da (?:die|der|das|wir|sie|es|sonst)|wegen|damit|aufgrund|deshalb|deswegen|, (?:der|die|das|er|sie|es) (?:wird|ist|kann|hat|kommt|werden|sind)",
    ),
    deprecated: words(
      "veraltet|abgekündigt|deprecated|nicht mehr (?:unterstützt|gepflegt|verwendet|benutzt)|wird .{0,40}(?:gelöscht|entfernt|abgeschaltet|eingestellt|ersetzt)|eingestellt|abgeschafft",
    ),
    place: words(
      "liegt (?:in|im|unter)|liegen (?:in|im|unter)|läuft (?:auf|in|im|unter)|laufen (?:auf|in)|(?:kommt|kommen|gehören|gehört|stehen|steht) .{0,40}(?:in|nach|aus|unter|unter)|wird .{0,60}(?:gespeichert|gelesen|verwaltet|geteilt|gehasht|generiert|gerechnet)|werden .{0,60}(?:gespeichert|gelesen|verwaltet|geteilt|gehasht|generiert)|(?:limit|timeout|port|grenze) (?:ist|liegt|beträgt)|befindet sich",
    ),
    convention: words(
      "konvention|regel|richtlinie|stil|auf englisch|auf deutsch|commit-nachrichten|kebab-case|camelcase|snake_case|gesquasht",
    ),
    question: pattern(
      /\?\s*$|^(?:warum|wieso|weshalb|was|wie|wann|wo|welche[rsn]?|wer|soll(?:en)? (?:ich|wir)|kann(?:st)? (?:du|ich|man)|können wir|ist es|gibt es|haben wir|hast du|brauchen wir|willst du)(?![\p{L}])/iu,
    ),
    unsure: words(
      "vielleicht|eventuell|möglicherweise|wahrscheinlich|könnte|könnten|würde|würden|ich (?:glaube|denke|vermute|meine)|sollten wir|scheint|wäre|hätten|falls du|wenn du (?:willst|magst)|angenommen",
    ),
    momentary: words(
      "diesmal|heute|morgen|gestern|vorerst|vorläufig|im moment|momentan|noch nicht|fürs erste|zurzeit|vielleicht|eventuell|ich (?:glaube|denke|vermute)|angenommen",
    ),
    passing: words(
      "diesmal|jetzt|gerade|heute|morgen|gestern|vorerst|vorläufig|im moment|momentan|erst(?: ein)?mal|zuerst|zunächst|noch|nochmal|noch einmal|noch nicht|danach|dann|fürs erste|zurzeit|wieder",
    ),
    fault: words(
      "(?:immer|nie|ständig) (?:null|noch|wieder|einen? (?:fehler|timeout))|gibt (?:immer|nie)|kommt (?:immer|nie)|bekomme|kriege|fehler (?:liegt|beim|in)|abgestürzt|kaputt|verschoben|funktioniert (?:immer noch )?nicht$|geht nicht|fehlgeschlagen|verdeckt|leer ist",
    ),
    narration: pattern(
      /^(?:ich (?:lese|habe (?!mich|beschlossen|entschieden)|werde|schaue|prüfe|sehe|füge|kann|brauche|bekomme|glaube|denke|will|möchte)|lass (?:uns|mich)|jetzt|als nächstes|zuerst|fertig|erledigt|alle tests|die (?:funktion|seite|datei|variable|ausgabe)|der (?:button|fehler|test|letzte)|das (?:problem|liegt)|dann|wir brauchen (?:einen|eine|noch))/iu,
    ),
    deictic: words(
      "(?:die|der|das|den) (?:erste|zweite|dritte|andere|letzte|gleiche)[nrs]? ?\\S*|diese[rsnm]?|oben|unten|zeile \\d+|screenshot|die seite|der button|wenn ich (?:auf )?\\S+ (?:klicke|öffne)|klicke",
    ),
    request: begins(
      "(?:bitte |kannst du |jetzt |dann )*(?:füge?|repariere?|behebe?|erstelle?|benenne?|ändere?|lösche?|entferne?|implementiere?|zeige?|führe? .{2,40} aus|führe?|starte?|mach(?:e)?|ersetze?|schau|prüfe?|probiere?|erkläre?|schreib(?:e)? (?:in|einen?|eine|mir)|baue?|nimm die|nimm den|committe?|pushe?|lies|such|teste?)",
    ),
    praise: words("danke|super|perfekt|toll|prima|sieht gut aus|klasse|genau so|passt"),
  },
  because: pattern(
    /(?:[,;]|\s[–—-])?\s+(?:weil|denn|damit|da (?=(?:die|der|das|wir|sie|es|sonst|er)(?![\p{L}]))|wegen|aufgrund(?: von)?)\s+/iu,
  ),
};
