// The words of German.

import { begins, pattern, words } from "../patterns.ts";
import { type LanguageWords, untranslated } from "./language.ts";

export const german: LanguageWords = {
  isSpaced: true,
  letters: null,
  marks: /[äöüß]/i,
  frequent:
    "der die das den dem ein eine einen ist sind wir ich du nicht und oder mit für auf von zu im auch bitte immer nie niemals weil muss müssen keine keinen nur sonst hier alle jede jeder jedes benutze verwende nimm aus soll sollen wird werden haben hat noch kein beim zur zum ab jetzt heute warum wie was",
  frame: "",
  common: `
    der die das den dem des ein eine einen einem einer und oder aber nicht ist sind war waren wird werden wurde wurden hat
    haben hatte hatten ich du er sie es wir ihr mich mir uns sich mein dein sein unser wie was wer wo wann warum weshalb
    welche welcher welches mit von vom zu zum zur für auf aus bei beim nach in im an am als auch noch nur so dass wenn
    man kann können soll muss über unter durch gegen ohne um`,
  aspects:
    "Umgang Behandlung Verwaltung Strategie Ansatz Richtlinie Standard Vorgehen Konvention Entscheidung Regel Muster Thema Art",
  everyday: {
    functions: `
      der die das den dem des ein eine einen einem einer und oder aber nicht kein keine mit für von zu zum zur im in auf an
      am aus bei nach vor über unter ist sind war waren wird werden wurde hat haben hatte ich du er sie es wir ihr mich dich
      uns euch mein dein sein unser was wer wie wo wann warum wieso weshalb welche welcher welches dass ob wenn als auch nur
      noch schon mal bitte hier da dort jetzt dann so sehr mehr man kann können soll sollen muss müssen darf will doch denn`,
    polite: "ja nein gut super prima danke toll klar genau passt stimmt",
    talk: `
      frage fragen antwort verstehe verstehen bedeutet eigentlich einfach gerade vielleicht wahrscheinlich beispiel genauso
      heute gestern morgen woche tag tage zeit meine meinst sagen gesagt besser leicht schnell`,
    work: `
      weiter mach mache machen läuft laufen lauf prüfe prüfen teste testen beheben behebe fehler datei dateien ändern ändere
      zeig zeige erkläre schreib schreibe lies baue bauen suche finde hinzufügen entferne entfernen`,
  },
  numbers: {
    2: "zwei",
    3: "drei",
    4: "vier",
    5: "fünf",
    6: "sechs",
    7: "sieben",
    8: "acht",
    9: "neun",
    10: "zehn",
    11: "elf",
    12: "zwölf",
    15: "fünfzehn",
    20: "zwanzig",
    30: "dreißig",
    40: "vierzig",
    50: "fünfzig",
    60: "sechzig",
    90: "neunzig",
    100: "hundert",
  },
  counted: "",
  endings: "",
  abbreviations: "z.b d.h u.a bzw ca ggf evtl usw vgl inkl o.ä s.o s.u u.u i.d.r",
  secrets: {
    password: "passwort|kennwort|zugangsdaten",
    is: "ist|lautet|war",
    to: "auf|zu",
    as: "als",
    states:
      "falsch|richtig|leer|kurz|lang|länger|stark|schwach|sicher|unsicher|weg|dort|hier|neu|alt|geheim|bekannt|unbekannt|nicht|noch|schon|immer|jetzt|wieder|überall|Pflicht|Zeichenkette|Feld|Text|\\p{L}+(?:t|en|bar|ig|lich|isch|los|voll|haft|ell|iv)",
  },
  times: { asks: "wann", names: "gestern|heute|morgen", week: "woche", yesterday: "gestern", today: "heute" },
  english: `
    abbrech,abbruch,abgebroch=abort; abfrag=query; abgelauf,ablaufdat=expire; abhängigkeit=dependency;
    ablehn,abgelehn=reject; abmeld,abgemeld=logout; abschalt,abgeschalt,ausschalt,ausgeschalt=turn off disable;
    abstürz,absturz,abgestürz=crash; adress=address url; aktiv=active; aktivier,einschalt,eingeschalt=enable; ansicht=view; aktualisier=update;
    alt=old; anbieter=provider; anfang,fang=begin start; anforder=request require; anfrag=request;
    anhang,anhäng=attachment append; anmeld,angemeld=login; anpass,angepass=adapt adjust; antwort=response reply;
    anwend=application; anzahl=count number; anzeig,angezeig=show display; aufgab=task;
    aufräum,aufgeräum,bereinig=clean cleanup; aufruf,aufgeruf=call; aufteil,aufgeteil=split;
    ausblend,ausgeblend,versteck,verborg=hide; ausführ,ausgeführ=run execute; ausgab,ausgegeb=output;
    auslös,ausgelös=trigger; ausnahm=exception; ausroll,ausgeroll=deploy; auswahl,auswähl,ausgewähl=select;
    bedeut=mean; befehl=command; begrenz,beschränk=limit; behandel=handle; behalt=keep; beheb,behob=fix;
    benachrichtig=notify notification; benenn,benann=name; benutzer,nutzer=user; benutz,nutz,verwend=use;
    berechn=compute calculate; berechtig=permission; bestätig=confirm; bestell=order; bezahl,zahlung=payment;
    bibliothek=library; bild=image; blätter=page; brauch,benötig=need require; breit=width; datenbank=database;
    daten=data; datei=file; datum=date; dauer=duration take; deinstallier=uninstall; dienst=service;
    doppelt=duplicate twice; dorf,dörf=village; drossel=throttle; durchsuch=search; eigenschaft=property;
    einbett,eingebett=embed; einführ,eingeführ=introduce; eingab,eingegeb=input; einricht,eingericht=setup;
    einstell,eingestell=setting; eintrag,einträg=entry; empfang,empfäng=receive; end=end; entfern=remove;
    entscheid,entschied=decide; entwickl=development; entwurf,entwürf=draft; ergebnis=result; erhöh=increase;
    erkenn,erkann=detect; erlaub=allow; ersetz=replace; erstell,erzeug=create generate; erst=first; erweiter=extend
    extension; farb=color; fehlend,fehlt=missing; fehler=error; fehlgeschlag,fehlschlag,fehlschläg=fail;
    fenster=window; fortsetz,fortgesetz=resume continue; freigab,freigegeb=release approve; funktion=function;
    gast=guest; geheim=secret; geld=money cost; gerät=device; geschwind=speed; gleichzeit=concurrent parallel;
    größ,groß=size; grund,gründ=reason; gültig=valid; gutschein=voucher; heiß=name;
    herunterlad,heruntergelad=download; hinweis=note hint; hinzufüg,hinzugefüg=add; hochlad,hochgelad=upload;
    höchst=maximum; höh=height; installier=install; kart=map card; kennwort,passwort,passwört=password; klick=click;
    knopf,schaltfläch=button; konfigur=config configure; konto,kont=account; kopier=copy; kopfzeil=header;
    kost=cost; kund=customer; lad,gelad=load; lager=stock; langsam=slow; lauf,läuf,gelauf=run; leer=empty;
    leistung=performance; les,gelesen=read; letzt=last; lizenz=license; lös,gelös=solve fix; lösch,gelösch=delete
    remove; läng=length; meldung=message; meld,gemeld=report; migrier=migrate; mindest=minimum; nachricht=message;
    netz=network; neustart=restart; neu=new; nummer=number; oberfläch=interface ui; öffentlich=public; öffn=open;
    ordner,verzeichn=folder directory; ort=location; paket=package; pfad=path; platzhalter=placeholder;
    protokoll=log protocol; prüf,überprüf=check verify; puffer=buffer; quell=source; rechnung=invoice;
    recht=permission; regel=rule; reihenfolg=order; rückgängig=revert undo; rundung,rund=round;
    schick,send,gesend,gesandt,verschick=send; schließ,geschloss=close; schlüssel=key; schnell=fast;
    schnittstell=interface api; schreib,geschrieb=write; schritt=step; schutz,schütz=protect;
    schwärz,geschwärz=redact; seit=page; setz,gesetz=set; sicherung=backup; sicher=secure; signier=sign;
    sitzung=session; skript=script; spalt=column; speicherplatz=disk; speicher,gespeicher=store save;
    sperr,gesperr=lock; sprach=language; stadt,städt=city; standard=default; starte,start,gestart=start; steuer=tax
    control; such,gesuch=search; symbol=icon; tabell=table; teil=part; test,getest=test; trenn,getrenn=separate;
    überschreib,überschrieb=override overwrite; übersetz=translate; überspring,übersprung=skip; übertrag=transfer;
    überwach=monitor watch; umbenenn,umbenann=rename; umgebung=environment; umkreis=radius;
    umleit,umgeleit=redirect; umstell,umgestell=switch; unterstütz=support; ursach=cause;
    verändert,veränder,änder,geänder=change; veraltet=deprecated outdated; verbesser=improve;
    verbind,verbund=connect connection; vergleich,verglich=compare; verhalt=behavior; verknüpf=link;
    verlauf=history; veröffentlich=release publish; verschieb,verschob=move; verschlüssel=encrypt; versuch=try
    attempt; verteil=distribute; vertrau=trust; vorher,zuvor=before; vorlag=template; vorschau=preview;
    wähl,gewähl=choose select; währung=currency; warn=warning; warte,gewarte=wait; werkzeug=tool; wert=value;
    wiederaufn=resume; wiederherstell,wiederhergestell=restore; wiederhol=retry repeat; zähl,gezähl=count;
    zahl=number; zeil=line; zeitplan=schedule; zeitraum=period; zeitstempel=timestamp; zeitüberschreit=timeout;
    zeit=time; zertifikat=certificate; ziel=target; zufäll=random; zugangsdat=credentials; zugriff=access;
    zusammenfass,zusammengefass=summary; zusammenführ,zusammengeführ=merge; zustand=state; zweig=branch;
    zwischenspeicher=cache`,
  intents: {
    resume: words(
      "wo (?:waren|sind|standen|war) wir|wo (?:bin|war) ich|stehen ?geblieben|woran (?:haben|hatten|habe|war) (?:wir|ich)",
      "was (?:haben|hatten|habe) (?:wir|ich) (?:zuletzt|das letzte mal|beim letzten mal|vorhin)|stand der dinge|wie ist der stand",
    ),
    left: words(
      "was (?:ist|bleibt|wäre|steht|gibt es) (?:noch |jetzt )*(?:offen|übrig|zu tun|zu machen|an|aus|nötig)",
      "was (?:fehlt|müssen wir|muss ich|muss) (?:denn )?noch",
      "was (?:soll|sollen|kann|machen|mache) (?:wir|ich) (?:als nächstes|jetzt)",
      "noch (?:zu tun|offen)|offene punkte|nächste[nr]? schritte?",
    ),
    changes: words(
      "was (?:hat|haben) (?:sich|wir|ich) (?:.{0,30} )?(?:geändert|verändert)",
      "was (?:haben|habe) (?:wir|ich) (?:gestern|heute|seit|letzte)|was ist neu|änderungen seit",
    ),
    thread: words(
      "(?:mach|machen|fahr|fahren|geh|gehen)(?:e|t)?(?: wir| bitte)? .{0,20}(?:mit|bei|an) .{2,60}(?:weiter|fort)|weiter (?:mit|bei|an)|setz(?:e|en)? .{2,60} fort",
      "(?:stand|status) (?:von|bei|der|des|vom|zu)|wie (?:weit|steht es|läuft es) (?:sind|ist|mit|bei|um)",
      "(?:immer noch|noch immer|schon wieder|erneut|wieder) (?:\\p{L}+ )?(?:fehl\\p{L}*|kaputt|nicht|rot|falsch|ab|da)|schlägt .{0,30}(?:immer noch|noch immer|wieder) fehl|zurück zu",
    ),
    decided: words(
      "(?:haben|hatten) wir|wann haben wir|was wurde (?:entschieden|beschlossen|vereinbart)|wer hat (?:entschieden|beschlossen)",
    ),
    how: words(
      "wie (?:machen|stellen|behandeln|speichern|testen|bauen|deployen|nennen|lösen|verwenden|starten|führen|veröffentlichen|handhaben) wir",
      "wie (?:wird|werden|geht|ist) .{2,60} (?:hier|bei uns|gemacht)",
      "was ist (?:hier |bei uns )?(?:die|unsere) (?:konvention|regel)",
      "welche[ns]? .{1,30} (?:nutzen|verwenden|benutzen|haben) wir",
      "wie (?:oft|lange|viele?|groß|weit)(?= ).{0,40} (?:wir|uns|wird|werden|ist|sind|darf|dürfen)",
      "^wo (?:liegt|liegen|landet|landen|ist|sind|speichern|wird|werden|finde|finden) .{2,60}$",
    ),
    tried: words(
      "(?:haben|hatten|hast|habe) (?:wir|du|ich)(?= ).{0,80} (?:versucht|probiert|ausprobiert|getestet|überlegt)",
      "schon (?:mal )?(?:versucht|probiert|ausprobiert)",
    ),
    why: words("warum|wieso|weshalb|was ist der grund"),
    branch: words("(?:dem|den|der|diese[mnr]|unsere[mnr]|meine[mnr]|aktuelle[mnr]) (?:branch|zweig)"),
  },
  prompts: {
    threads: "tickets?|aufgaben?|fehler|issues?|prs?|pull requests?|pläne?|schritte?|zweige?|branch(?:es)?",
    we: "wir|uns|unser\\p{L}*",
    world:
      "was ist (?:ein|eine|der unterschied) |unterschiede? zwischen|erklär\\p{L}* (?:mir )?,? ?(?:was|den unterschied)|was (?:bedeutet|heißt)",
    assents: "ja(?: bitte)?|mach(?: das| weiter)?|weiter",
    rejects: [
      /^(?:nein|nee|ne|halt|stopp?)?[\s,.!…-]*(?:bitte )?(?:mach(?:e|en sie)? (?:das|es|die änderung(?:en)?|alles)?\s?(?:wieder )?(?:rückgängig)|nimm das (?:wieder )?zurück|rückgängig|verwirf (?:das|es|die)|setz(?:e)? (?:das|es) zurück)/i,
      /^(?:(?:nein|nee|ne)[\s,.!…-]+)?(?:nicht so|so nicht|das ist (?:falsch|nicht (?:richtig|wahr|was))|das (?:wollte|will|meinte) ich nicht|das stimmt nicht)/i,
      /^(?:nein|nee|ne)\b[^?\n]{0,80}[\s,.!](?:(?:das|so (?:et)?was) (?:will|möchte) ich nicht|(?:will|möchte) ich nicht|(?:nimm|nehm) (?:\S+ ){1,4}wieder (?:raus|heraus|weg))/i,
    ],
    declines:
      /^(?:(?:nein|nee|ne|nö|hm+|ach|äh+m*|ok|danke)[\s,.!…-]+)*(?:(?:bitte |dann )?(?:doch )?lieber nicht|lass (?:das|es|mal|uns das|die finger)(?=.{0,30}(?:lieber|sein|bleiben|so|weg|nicht|$))|lassen wir (?:das|es)|(?:lass(?:en)? (?:wir )?(?:es|das|alles) )?so lassen|bleiben wir (?:dabei|bei)|(?:ich )?(?:möchte|will|würde) (?:das )?(?:lieber|eher) nicht|nein,? danke|gefällt mir nicht|das ist (?:mir )?zu (?:viel|aufwendig|kompliziert)|doch nicht)/iu,
    asksCommand: "befehl|wie",
    changesSetting:
      "erhöhe?n?|senken?|verdopp\\p{L}+|halbier\\p{L}+|öfter|seltener|häufiger|noch ein\\p{L}*|zu (?:kurz|lang|klein|groß|oft|selten|niedrig|hoch)",
    limits:
      "nicht|nie(?:mals)?|kein(?:e[nmrs]?)?|nur|statt(?:dessen)?|lieber|muss|müssen|sollte?n?|soll|immer|lass|ohne|will|möchte|bitte erst",
    demands: null,
    oneCase: null,
  },
  replies: {
    acknowledges:
      "verstanden|perfekt|gut|super|danke|alles klar|genau|richtig|in ordnung|erledigt|fertig|sie haben recht|du hast recht|ja|nein",
    announces: [
      /^(?:(?:ok(?:ay)?|gut|super|jetzt|nun|zuerst|dann|als nächstes)[,.!]?\s+)*(?:ich (?:werde|schaue|prüfe|sehe mir|führe|lese|suche|beginne|starte|teste|baue|mache)|lass(?:en sie)? (?:mich|uns)|schauen wir|sehen wir|als nächstes|jetzt (?:noch|die|den|das|führe|prüfe))\b/i,
    ],
    offers: [/(?:möchte(?:st|n)? (?:du|sie)|soll ich|lass(?:en sie)? (?:es )?mich wissen)/i],
    introduces: "",
    cause: "weil|ursache|grund",
    change: "jetzt|nun|habe|wurde|geändert|behoben|hinzugefügt|entfernt",
    result: "bestanden|funktioniert",
    open: "nicht (?:committet|gepusht|gemergt|ausgerollt|eingespielt)|offen|noch (?:nicht|zu|offen)|fehlt noch|muss noch",
    openLabel: "offen|noch offen",
    openHeading: "offene? |nächste schritte",
    closed: "",
    formerly: "vorher|bisher",
    ends: "entfernt|gelöscht|gestrichen|abgeschaltet|rückgängig|zurückgenommen|ersetzt|umbenannt|nicht mehr|kein\\p{L}* mehr",
    openWord: "offen",
    refersBack:
      "und|aber|also|das|dies(?:e[rsnm]?)?|es|er|sie|beide[sn]?|deshalb|deswegen|dadurch|damit|dann|sonst|außerdem|jedoch|stattdessen|hier",
    closing: {
      outcome: "ergebnis|stand",
      decided: "entschieden|entscheidung(?:en)?",
      open: "nicht (?:committet|gepusht|gemergt|ausgerollt|eingespielt)|offen|noch offen",
      nothing: "nichts(?: offen)?|keine?s?",
    },
  },
  values: {
    settings: "zeitlimit|wartezeit|grenze|grenzwert|schwelle",
    units: {
      ms: "",
      s: "sekunden?",
      min: "minuten?",
      h: "stunden?",
      day: "tage?n?|nacht|nächte",
      week: "wochen?",
      month: "monate?n?",
      others: "mal",
    },
    to: "auf|zu",
    from: "von|von bisher",
    is: "ist|beträgt",
    now: "jetzt",
    articles: "die|den|das|der|dem|ein|eine",
    sets: "gesetzt|setze|erhöht|erhöhe|geändert|ändere",
    auxiliaries: "wurde|ist|auf",
    wasSet: "gesetzt|erhöht|geändert|gesenkt",
    hypothetical: "wenn|falls|könnte|würde",
    uses: "nutzen|nutze|verwenden?",
    instead: "statt|anstatt|anstelle von",
    replaced: "ersetzt",
    by: "durch",
    switched: "gewechselt|umgestellt",
    added: "hinzugefügt|eingeführt",
    removed: "entfernt|gelöscht",
    every: "alle|jede[nrs]?",
    adverbs: {
      stündlich: "1 h",
      täglich: "1 day",
      nächtlich: "1 day",
      wöchentlich: "1 week",
      monatlich: "1 month",
    },
    retries: "wiederholt?|versucht",
    attempts: "versuche",
    times: "mal",
    runs: "läuft|laufen|lief|wird|werden|wurde|(?:um)?gestellt",
    around:
      "der die das den dem ein eine unser wir jetzt nun nur läuft laufen lief wird werden wurde von auf statt gestellt umgestellt",
    at: "",
    definite: "",
    before: "",
    small: "",
    beside: "wird|werden|nun|nur|bis zu",
    counts: "wird|werden",
  },
  statements: {
    announced:
      "hinweis|notiz|anmerkung|achtung|vorsicht|warnung|wichtig|entscheidung|regel|zur info(?:rmation)?|info",
    introduced:
      "denk(?:e|t)? daran, dass|beachte, dass|merk dir,? dass|vergiss nicht, dass|ab (?:sofort|jetzt)",
    trailing: "bitte|danke",
    continues: "sonst|andernfalls|ansonsten|weil|deshalb",
    polite: "bitte|kannst du",
    investigates: "schau|sieh|finde? heraus|erklär|zeig|prüfe,? (?:ob|warum|wo)",
    looksInto: "schau|sieh|finde?|behebe?|untersuche?|prüfe?",
    hesitates: "nein|moment",
    retracts: "vergiss (?:das|was)|ich hab(?:e)? mich (?:geirrt|vertan)",
    here: [/(?<= )hier(?=[,.!;]|$| nicht | kein)/i, "in diesem Projekt"],
    filler: pattern(
      /^(?:ok(?:ay)?|nein|nee|ja|hallo|hi|hey|also|und|aber|übrigens|bitte|nochmal|ach|moment|danke|gut|super|noch was|wie gesagt|ich sagte doch|klar)(?![\p{L}\p{N}_-])[\s,:;.!–—-]+/iu,
    ),
    cues: {
      decided: words(
        "entschieden|beschlossen|geeinigt|festgelegt|wir nehmen|wir (?:wechseln|steigen|ziehen|migrieren|stellen) (?:\\S+ ){0,6}(?:auf|zu|um)|wir bleiben (?:bei|auf)|bleibt bei",
      ),
      rejected: words("verworfen|kommt nicht in frage"),
      always: words("immer|grundsätzlich|nie|niemals"),
      forbid: words(
        "niemals|(?:fass|fasst|rühr) .{1,60} (?:nicht|nie) an|(?:nicht|nie|keinesfalls) (?:direkt )?(?:\\S+ ){0,2}(?:committen|pushen|anfassen|ändern|bearbeiten|löschen|verwenden|benutzen|nutzen|mergen|mocken|loggen|aktualisieren|aufrufen|starten|neu starten|von hand)|keine? (?:neuen?|default|mocks?|orms?|abkürzungen|weiteren|direkten|globalen|externen)|darf (?:nicht|nie|niemals|kein)|dürfen (?:nie|niemals|kein\\w*)|ohne (?:rückfrage|absprache|freigabe|review|zu fragen|mich zu fragen)|(?:verwende|benutze|nutze|nimm) (?:\\S+ ){0,2}(?:kein\\w*|nie|nicht)|finger weg",
      ),
      require: words("muss|müssen"),
      prefer: words("bevorzuge|lieber"),
      use: begins(
        "(?:bitte )?(?:benutze?|verwende?|nutze?|nimm|nehmt|schreib(?:e|t)?|leg(?:e|t)?|pack|halte?|formatiere?|rücke?|antworte)",
      ),
      weUse: words(
        "wir (?:verwenden|benutzen|nutzen|deployen|testen|releasen|unterstützen|haben (?:kein\\w*|zwei|nur)|schreiben|speichern|loggen|setzen|hosten)|das (?:projekt|repo|team) (?:verwendet|benutzt|nutzt|braucht|benötigt)|unsere?r?n? \\S+ (?:läuft|laufen|ist|sind|liegt|liegen|nutzt|braucht|kommt|kommen)",
      ),
      contrast: words("statt|nicht \\S+$|sondern|nur noch", "nicht npm"),
      need: words("braucht|brauchen|benötigt"),
      otherwise: words("sonst|schlägt .{0,40}fehl|stürzt|zweimal|sperrt|überschrieben|löscht|deshalb"),
      warn: begins("vorsicht|achtung"),
      note: begins("merk(?:e|t)? dir|seit \\S+"),
      general: words(
        "ab sofort|künftig|generell|grundsätzlich|überall|jede[rsnm]?|alle[rsnm]?|in diesem (?:projekt)|bei uns|hier(?=[,. ]|$)|im (?:projekt|repo|team|code)|vor jedem|pro|neue[nr]?",
      ),
      reason: words("weil|wegen|damit|deshalb|deswegen"),
      deprecated: words(
        "veraltet|nicht mehr (?:unterstützt|gepflegt|verwendet|benutzt)|wird .{0,40}(?:entfernt|abgeschaltet|eingestellt|ersetzt)",
      ),
      place: words(
        "liegt (?:in|im|unter)|liegen (?:in|im|unter)|läuft (?:auf|in|im|unter)|(?:kommt|kommen|gehören|gehört|stehen|steht) .{0,40}(?:in|nach|aus|unter|unter)|wird .{0,60}(?:gespeichert|gelesen|verwaltet|geteilt|gehasht|generiert|gerechnet)|werden .{0,60}(?:gespeichert|gelesen|verwaltet|geteilt|gehasht|generiert)",
      ),
      convention: words("auf englisch|auf deutsch|snake_case"),
      question: pattern(
        /^(?:warum|wieso|weshalb|was|wie|wann|wo|welche[rsn]?|wer|soll(?:en)? (?:ich|wir)|kann(?:st)? (?:du|ich|man)|können wir|ist es|gibt es|haben wir|hast du|brauchen wir|willst du)(?![\p{L}])/iu,
      ),
      unsure: words(
        "vielleicht|eventuell|möglicherweise|könnte|könnten|ich (?:glaube|denke|vermute|meine)|sollten wir|wäre|hätten|falls du",
      ),
      momentary: words(
        "diesmal|heute|morgen|gestern|noch nicht|vielleicht|eventuell|ich (?:glaube|denke|vermute)",
      ),
      passing: words(
        "diesmal|jetzt|heute|morgen|gestern|zuerst|noch|nochmal|noch einmal|noch nicht|danach|dann|wieder",
      ),
      fault: words(
        "(?:immer|nie|ständig) (?:null|wieder|einen? (?:fehler|timeout))|gibt (?:immer|nie)|kommt (?:immer|nie)|bekomme|fehler (?:liegt|beim|in)|kaputt|verschoben|fehlgeschlagen|verdeckt|leer ist",
      ),
      narration: pattern(
        /^(?:ich (?:lese|habe (?!mich|beschlossen|entschieden)|werde|prüfe|sehe|füge|kann|brauche|bekomme|glaube|denke|möchte)|lass (?:uns|mich)|jetzt|als nächstes|zuerst|fertig|erledigt|alle tests|die (?:funktion|seite|datei|variable|ausgabe)|der (?:button|fehler|test|letzte)|das (?:problem|liegt)|dann|wir brauchen (?:einen|eine|noch))/iu,
      ),
      deictic: words(
        "(?:die|der|das|den) (?:erste|zweite|dritte|andere|letzte|gleiche)[nrs]? ?\\S*|diese[rsnm]?|oben|zeile \\d+|screenshot|die seite|der button|wenn ich (?:auf )?\\S+ (?:klicke|öffne)|klicke",
      ),
      request: begins(
        "(?:bitte |kannst du |jetzt |dann )*(?:füge?|repariere?|behebe?|erstelle?|benenne?|ändere?|lösche?|entferne?|implementiere?|zeige?|führe? .{2,40} aus|führe?|starte?|mach(?:e)?|ersetze?|schau|prüfe?|probiere?|baue?|nimm die|nimm den|pushe?|lies|such|teste?)",
      ),
      praise: words("danke|super|sieht gut aus|klasse"),
    },
    because: pattern(
      /(?:[,;]|\s[–—-])?\s+(?:weil|denn|damit|da (?=(?:die|der|das|wir|sie|es|sonst|er)(?![\p{L}]))|wegen|aufgrund(?: von)?)\s+/iu,
    ),
  },
  ...untranslated,
  reports: {
    ...untranslated.reports,
    addresses: "du|dich|dir|dein\\p{L}*|euch|eure\\p{L}*",
    advises: "sollte\\p{L}*|könnte\\p{L}*|würde\\p{L}*|empfehle\\p{L}*|vielleicht",
    aside: "hinweis|anmerkung|problem|vorher|bisher|beispiel|erwartet|frage",
    labels: "lösung|ergebnis|änderung|fazit|kurz|stand",
  },
  repeated: { words: {}, ending: "mal" },
};
