// The words of French.

import { begins, pattern, words } from "../patterns.ts";
import { type LanguageWords, untranslated } from "./language.ts";

export const french: LanguageWords = {
  isSpaced: true,
  letters: null,
  marks: /[èêœ]|(?<![\p{L}])(?:l|d|qu|n|c|j|s)'\p{L}/iu,
  frequent:
    "le la les un une des du est sont nous on je tu vous ne pas et ou avec pour dans sur de au aux que qui il elle ce cette ici toujours jamais utilise parce car doit doivent sinon chaque toute toutes tous merci peut faut aussi ça c'est j'ai d'abord pourquoi désormais prends",
  frame: "",
  common: `
    le la les un une des du de et ou mais ne pas est sont était été être avoir a ont avait je tu il elle on nous vous ils
    elles me te se mon ma mes ton ta tes son sa ses notre votre leur qui que quoi quel quelle quels comment pourquoi où
    quand avec sans sur sous dans par pour au aux en ce cette ces cet plus`,
  aspects:
    "gestion traitement stratégie approche politique pratique norme processus convention décision règle modèle sujet façon",
  everyday: {
    functions: `
      le la les un une des du de et ou mais ne pas plus avec pour par sur dans en au aux ce cet cette ces il elle on nous
      vous ils elles je tu mon ton son notre votre que qui quoi où quand comment pourquoi est sont était être avoir ai a ont
      fait faut peut si aussi ici maintenant encore déjà y`,
    polite: "oui non merci bien parfait d'accord",
    talk: "réponse comprendre exemple simplement peut-être aujourd'hui hier demain semaine jour temps",
    work: "continue lance lancer vérifie corrige corriger fichier fichiers erreur erreurs ajoute montre explique",
  },
  numbers: {
    2: "deux",
    3: "trois",
    4: "quatre",
    5: "cinq",
    7: "sept",
    8: "huit",
    9: "neuf",
    10: "dix",
    11: "onze",
    12: "douze",
    15: "quinze",
    20: "vingt",
    30: "trente",
    40: "quarante",
    50: "cinquante",
    60: "soixante",
    100: "cent",
  },
  counted: "",
  endings: "",
  abbreviations: "p.ex ex env par.ex",
  secrets: {
    password: "mot de passe|mots de passe",
    is: "est|était|sera",
    to: "à",
    as: "comme",
    states:
      "faux|vide|court|long|faible|fort|perdu|chaîne|valide|invalide|exacte|incorrecte|trop|encore|toujours|jamais|bien|dans|\\p{L}+(?:é|ée|és|able|ible|oire|ant|ent|eux|if|ique|it|is|ct|al|el|te|rt)",
  },
  times: { asks: "quand", names: "hier|demain", week: "semaine", yesterday: "hier", today: "aujourd['’]hui" },
  english: `
    abandonn=abort; accès,accéd=access; activ=enable; adress=address url; affich=show display; ajout=add;
    ancien=old; annul=cancel revert; appel=call; arrêt=stop; attend,attente=wait; autoris=allow permission;
    avertiss=warning; base de données=database; bibliothèque=library; bogue=bug; bouton=button; branche=branch;
    cache=cache; cach,masqu=hide; carte=map card; certificat=certificate; champ=field; chang=change; charg=load;
    chemin=path; chiffr=encrypt; choisi,choix=choose select; clé,clef=key; client=client customer; colonne=column;
    command=command order; compil=build compile; compte=account; config=config configure;
    connexion,connect=connection connect login; copi=copy; corrig,correct=fix; couleur=color; coût,coûte=cost;
    cré=create; date=date; décid,décision=decide; défaut=default; délai=timeout delay; démarr,lanc=start run;
    dépendance=dependency; déplac=move; déploi,déploy=deploy; dernier,dernièr=last; désactiv=disable;
    désinstall=uninstall; devise=currency; document=documentation; dossier,répertoire=folder directory; donnée=data;
    doublon=duplicate; droit=permission; durée=duration; échec,échou=fail; écran=screen; écri=write;
    effac,supprim=delete remove; enregistr=save store; entrée=input entry; envoi,envoy=send; erreur=error;
    essai,essay=try; état=state status; exécut=run execute; expir=expire; exporter,export=export; facture=invoice;
    fenêtre=window; ferm=close; fichier=file; fonction=function; fusion=merge; génér=generate; gér,gestion=handle
    manage; horodatage=timestamp; image=image; import=import; install=install; interface=interface ui; jeton=token;
    journal,journaux=log; langue=language; lecture,lire,lit=read; lent=slow; licence=license; lien=link; ligne=line;
    limit=limit; liste=list; mémoire=memory; message=message; mesure=metric; migr=migrate; mise à jour,mettre à
    jour,mis à jour=update; modèle=model template; modifi=change; mot de passe=password; moteur=engine;
    navigateur=browser; nettoy=clean; nom=name; nouveau,nouvel=new; nombre=number; notifi=notify notification;
    ouvr,ouvert=open; outil=tool; page=page; paiement,pay=payment; panier=cart; paquet=package; paramètre=parameter
    setting; partag=share; permission=permission; plant=crash; prévisualis,aperçu=preview; prix=price; publi=publish
    release; raison=reason; rapide=fast; recherche,recherch=search; récupér=fetch restore; redémarr=restart;
    rediri=redirect; règle=rule; relanc,réessa=retry; remboursement,rembours=refund; remplac=replace; renomm=rename;
    répons,répond=response; reprend,repris=resume; requête=query request; réseau=network; résultat=result;
    retir=remove; sauvegard=backup save; script=script; secret=secret; serveur=server; service=service;
    session=session; sign=sign; stock=store stock; tabl=table; tâche=task; taille=size; taux=rate;
    télécharg=download; temps=time; trad=translate; traitement,trait=process handle; tri=sort; utilisateur=user;
    utilis=use; vérifi=check verify; verrou=lock; version=version; vide=empty; vitesse=speed`,
  intents: {
    resume: words(
      "où en (?:étions|sommes|étais|est|était)[- ]|où en est-on|où (?:nous |on )?(?:nous )?(?:étions|s'est) arrêtés?",
      "qu'(?:avons|a)-(?:nous|t-on) fait (?:la dernière fois|en dernier)",
    ),
    left: words(
      "qu['’]?(?:est-ce qu['’]il |e )?reste(?:-t-il|nt)?|reste-t-il|il reste quoi|prochaines étapes|qu['’]est-ce qui (?:manque|reste)",
    ),
    changes: words(
      "qu['’]est-ce qui a changé|qu['’]a-t-on (?:changé|fait) (?:hier|aujourd)|quoi de neuf|changements depuis",
    ),
    thread: words(
      "continue[rz]?(?: avec| sur)? \\S+|reprend(?:s|re|ons) \\S+|(?:état|statut|avancement) (?:de|du|des)|où en est|toujours (?:pas|en échec|cassé)|encore (?:en échec|cassé|une fois)",
    ),
    decided: words(
      "(?:avons|avions)-nous|a-t-on|qu['’](?:avons-nous|a-t-on) (?:décidé|choisi)|quand avons-nous",
    ),
    how: words(
      "comment (?:fait-on|faisons-nous|on (?:fait|gère)|gère-t-on|gérons-nous|représente-t-on|représentons-nous|est-ce qu['’]on)",
      "quelle est (?:la|notre) (?:convention|règle)|^où (?:est|sont|va|vont|met-on|mettons-nous|se trouve)",
    ),
    tried: words(
      "(?:avons|a|as|ai)-?(?:nous|t-on|tu|je).{0,20}essayé|déjà essayé|(?:on a|nous avons) (?:déjà )?essayé",
    ),
    why: words("pourquoi|quelle est la raison"),
    branch: words("(?:la|cette|notre|ma) branche"),
  },
  prompts: {
    threads: "tickets?|tâches?|problèmes?|issues?|prs?|plans?|étapes?|branches?",
    we: "nous|notre|nos",
    world:
      "qu.est-ce qu.une? |c.est quoi|différences? entre|que (?:signifie|veut dire)|explique(?:-moi|r)? ce qu",
    assents: "oui|vas-y|continue[zr]?",
    rejects: [
      /^(?:non)?[\s,.!…-]*(?:s'il te plaît |stp )?(?:annule[zr]?|reviens en arrière|revenez en arrière|défais|défaites)\b/i,
      /^(?:non[\s,.!…-]+)?(?:pas comme (?:ça|cela)|c'est (?:faux|pas (?:ça|correct|bon))|ce n'est pas (?:ça|correct|vrai|ce que)|je (?:ne veux|n'en veux|voulais) pas)/i,
    ],
    declines:
      /^(?:(?:non|hm+|bof|euh)[\s,.!…-]+)*(?:(?:je )?préfère (?:pas|ne pas|garder|laisser)|plutôt pas|laisse(?:z|r|ons)? (?:tomber|comme|ça|tel)|non,? merci|on (?:laisse|garde)|pas la peine)/iu,
    asksCommand: "comment|commande",
    changesSetting: "augment\\p{L}+|rédui\\p{L}+|plus souvent",
    limits: "ne .{1,20} pas|jamais|seulement|plutôt|doit|doivent|toujours|sans|éviter|au lieu",
    demands: null,
    oneCase: null,
  },
  replies: {
    acknowledges:
      "compris|parfait|merci|d'accord|bien|entendu|tu as raison|vous avez raison|oui|non|très bien|c'est fait",
    announces: [
      /^(?:(?:ok|bien|parfait|maintenant|d'abord|ensuite)[,.!]?\s+)*(?:je vais|laisse[zr]?-moi|voyons|regardons|commençons|vérifions|je (?:vérifie|lance|regarde|cherche|commence))(?![\p{L}])/iu,
    ],
    offers: [/(?:voulez-vous|veux-tu|souhaitez-vous|dites-moi|n'hésitez pas|dois-je)/i],
    introduces: "",
    cause: "parce que|cause",
    change: "j'ai|ajouté|corrigé|supprimé|modifié",
    result: "fonctionne",
    open: "reste à|pas encore|à faire",
    openLabel: "ouvert",
    openHeading: "prochaines étapes",
    closed: "",
    formerly: "avant",
    ends: "supprimée?s?|retirée?s?|annulée?s?|remplacée?s?|n(?:e |')\\p{L}+ plus",
    openWord: "",
    refersBack:
      "et|mais|donc|cela|ça|ce(?:ci|la)?|c'est|il|elle|ils|elles|les deux|alors|aussi|sinon|cependant|ici",
    closing: {
      outcome: "résultat",
      decided: "décidé|décisions?",
      open: "(?:reste )?ouvert|reste(?: à faire)?",
      nothing: "rien|aucune?",
    },
  },
  values: {
    settings: "délai|seuil|limite",
    units: {
      ms: "",
      s: "secondes?",
      min: "minutes?",
      h: "heures?",
      day: "jours?|nuits?",
      week: "semaines?",
      month: "mois",
      others: "",
    },
    to: "à",
    from: "de|du",
    is: "est",
    now: "maintenant",
    articles: "le|la|les|un|une",
    sets: "passé|fixé",
    auxiliaries: "a été",
    wasSet: "passé|augmenté",
    hypothetical: "si vous|peut-être",
    uses: "utilise[rz]?",
    instead: "au lieu de|plutôt que",
    replaced: "remplacé",
    by: "par",
    switched: "migré",
    added: "ajouté",
    removed: "supprimé",
    every: "toutes? les|tous les|chaque",
    adverbs: {},
    retries: "réessay\\p{L}*",
    attempts: "tentatives",
    times: "fois",
    runs: "tourne",
    around: "le la les un une nous maintenant tourne est sont",
    at: "",
    definite: "",
    before: "",
    small: "des du de",
    beside: "sont|se",
    counts: "",
  },
  statements: {
    announced: "note|remarque|attention|avertissement|important|décision|règle|pour info(?:rmation)?|rappel",
    introduced: "n'oublie[zs]? pas que|sache[zs]? que|désormais,?|dorénavant,?",
    trailing: "merci|s'il te plaît",
    continues: "sinon|parce que|autrement",
    polite: "",
    investigates: "",
    looksInto: "",
    hesitates: "non",
    retracts: "oublie (?:ça|ce que)",
    here: [/(?<= )ici(?=[,.!;]|$)/i, "dans ce projet"],
    filler: pattern(
      /^(?:ok(?:ay)?|non|oui|salut|bonjour|bon|et|mais|aussi|au fait|s'il te plaît|s'il vous plaît|stp|svp|merci|attends|comme je l'ai dit|d'accord)(?![\p{L}\p{N}_-])[\s,:;.!–—-]+/iu,
    ),
    cues: {
      decided: words(
        "(?:a|avons|ai|ont) (?:tous )?(?:décidé|convenu|opté|retenu|tranché|adopté|remplacé)|on (?:part sur|reste (?:sur|avec)|garde|remplace|abandonne)",
      ),
      rejected: words("(?!)"),
      always: words("toujours|jamais"),
      forbid: words(
        "ne jamais|ne? .{1,30} jamais|interdit|ne (?:touche|touchez|modifie|utilise|committe|pousse|supprime|ajoute|lance|redémarre|change|édite)[rz]? (?:pas|jamais|rien)|n'(?:utilise|édite|importe|écris)[rz]? (?:pas|jamais)|n'utilis\\w+ pas|sans (?:me demander|demander|validation|accord|revue)|évite[rz]?",
      ),
      require: words("doit|doivent|il faut"),
      prefer: words("préfère|plutôt que"),
      use: begins("(?:utilise[rz]?|emploie|mets|écris|écrire|garde|formate|réponds|range|nomme)"),
      weUse: words(
        "(?:on|nous) (?:n')?(?:utilise|utilisons|emploie|déploie|déployons|teste|testons|supporte|stocke|stockons|avons deux|n'avons pas)|(?:notre|nos) \\S+ (?:tourne|tournent|est|sont|utilise|utilisent|se trouve)",
      ),
      contrast: words("au lieu d[eu']|plutôt que|seulement"),
      need: words("a besoin|exige"),
      otherwise: words("sinon|sans quoi|échoue[nt]*|plante|casse|deux fois|écrasés?"),
      warn: begins("attention"),
      note: begins("note|retiens|pour (?:info|information)"),
      general: words(
        "désormais|à l'avenir|partout|chaque|tous les|toutes les|dans ce (?:projet|dépôt)|chez nous|ici(?=[,.]|$)|par défaut|avant (?:chaque|de)|nouveaux?|nouvel(?:le)?s?",
      ),
      reason: words("parce qu[e']|parce qu'\\p{L}+|car|à cause|afin (?:de|que)|pour que"),
      deprecated: words(
        "obsolète|sera (?:supprimé|retiré|remplacé)\\w*|n'est plus (?:supporté|maintenu|utilisé)\\w*",
      ),
      place: words(
        "se trouve(?:nt)?|vont dans|va dans|tourne (?:sur|dans)|(?:est|sont) (?:stocké|géré|lu|haché|généré|hébergé)\\w*",
      ),
      convention: words("règle|en anglais|en français|messages de commit|test d'intégration"),
      question: pattern(
        /^(?:pourquoi|comment|quand|où|quel(?:le)?s?|qui|est-ce que|qu'est-ce|peux-tu|pouvez-vous|veux-tu|voulez-vous|dois-je|faut-il)(?![\p{L}])/iu,
      ),
      unsure: words("peut-être|pourrait|devrait|je (?:crois|suppose)|serait"),
      momentary: words("pour l'instant|pour le moment|demain|hier|cette fois|peut-être|je (?:crois|suppose)"),
      passing: words(
        "pour l'instant|pour le moment|maintenant|demain|hier|cette fois|encore|d'abord|ensuite|à nouveau",
      ),
      fault: words("renvoie (?:toujours|jamais)|toujours (?:null|la même)|erreur \\d+|masquée?|a échoué"),
      narration: pattern(
        /^(?:je (?:vais|lis|vois|crois|voudrais|veux|peux)|j'ai (?!décidé|choisi|opté|retenu)|essayons|voyons|maintenant|ensuite|d'abord|terminé|fait|tous les tests|la (?:fonction|page|variable)|le (?:bug|test|fichier)|ça |c'est |voici|relance)/iu,
      ),
      deictic: words(
        "(?:la|le) (?:première?|deuxième|second|seconde|troisième|autre|même)|ligne \\d+|l'autre|cette? (?:fichier|fonction|test|fois)|quand je clique|le bouton|la page",
      ),
      request: begins(
        "(?:s'il te plaît |peux-tu |maintenant )*(?:ajoute[rz]?|crée[rz]?|renomme[rz]?|change[rz]?|supprime[rz]?|implémente[rz]?|montre|lance[rz]?|relance[rz]?|remplace[rz]?|regarde[rz]?|vérifie[rz]?|essaie|essayons|explique[rz]?|prends|mets la valeur|écris (?:un|une|la|le))",
      ),
      praise: words("parfait"),
    },
    because: pattern(
      /(?:[,;]|\s[–—-])?\s+(?:parce qu(?:e\s+|')|car\s+|puisqu(?:e\s+|')|à cause d(?:e\s+|es\s+|u\s+|')|afin (?:de|que)\s+)/iu,
    ),
  },
  ...untranslated,
};
