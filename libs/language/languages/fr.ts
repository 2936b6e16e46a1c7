// The words of French.

import { begins, pattern, words } from "../patterns.ts";
import type { LanguageWords } from "./language.ts";

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
  times: { asks: "quand", names: "hier|demain", week: "semaine", yesterday: "hier", today: "aujourd['’]hui" },
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
    assents: "oui|vas-y|continue[zr]?",
    rejects: [
      /^(?:non)?[\s,.!…-]*(?:s'il te plaît |stp )?(?:annule[zr]?|reviens en arrière|revenez en arrière|défais|défaites)\b/i,
      /^(?:non[\s,.!…-]+)?(?:pas comme (?:ça|cela)|c'est (?:faux|pas (?:ça|correct|bon))|ce n'est pas (?:ça|correct|vrai|ce que)|je (?:ne veux|n'en veux|voulais) pas)/i,
    ],
    declines:
      /^(?:(?:non|hm+|bof|euh)[\s,.!…-]+)*(?:(?:je )?préfère (?:pas|ne pas|garder|laisser)|plutôt pas|laisse(?:z|r|ons)? (?:tomber|comme|ça|tel)|non,? merci|on (?:laisse|garde)|pas la peine)/iu,
    asksCommand: "comment|commande",
    changesSetting: "augment\\p{L}+|rédui\\p{L}+|plus souvent",
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
        "(?:a|avons|ai|ont) (?:tous )?(?:décidé|choisi|convenu|opté|retenu|tranché|adopté|remplacé)|décision\\s*:|a été décidé|on (?:part sur|passe (?:de|à|sur)|reste (?:sur|avec)|garde|remplace|abandonne)|nous (?:passons|restons|gardons|remplaçons|migrons)|on migre",
      ),
      rejected: words(
        "(?:a|avons|ai) (?:rejeté|refusé|écarté|abandonné)|décidé de ne pas|pas question|je ne veux pas (?:de|d')|hors de question|(?:a|avons) renoncé",
      ),
      always: words("toujours|jamais|systématiquement|en aucun cas"),
      forbid: words(
        "ne jamais|ne? .{1,30} jamais|interdit|ne (?:touche|touchez|modifie|utilise|committe|pousse|supprime|ajoute|lance|redémarre|change|édite)[rz]? (?:pas|jamais|rien)|n'(?:ajoute|utilise|édite|importe|écris)[rz]? (?:pas|jamais)|n'utilis\\w+ pas|ne doit jamais|ne doivent (?:pas|jamais)|sans (?:me demander|demander|validation|accord|revue)|évite[rz]?|arrête[rz]? de|pas de (?:nouvelles?|mocks?|default)",
      ),
      require: words(
        "doit|doivent|il faut|obligatoire|obligatoirement|est requis|impératif|assure-toi|veille[rz]? à|demande-moi avant",
      ),
      prefer: words("préfère|préférons|préfères|plutôt que|privilégi\\w+"),
      use: begins("(?:utilise[rz]?|emploie|mets|écris|écrire|garde|formate|réponds|range|nomme)"),
      weUse: words(
        "(?:on|nous) (?:n')?(?:utilise|utilisons|emploie|déploie|déployons|teste|testons|supporte|stocke|stockons|avons deux|n'avons pas)|le (?:projet|dépôt) utilise|(?:notre|nos) \\S+ (?:tourne|tournent|est|sont|utilise|utilisent|se trouve)",
      ),
      contrast: words(
        "au lieu d[eu']|plutôt que|à la place de|et non|mais pas|seulement|uniquement",
        ", pas \\S+",
      ),
      need: words(
        "a besoin|ont besoin|nécessite|nécessitent|requiert|exige|exigent|dépend de|dépendent de|ne (?:marche|fonctionne) qu'",
      ),
      otherwise: words(
        "sinon|sans quoi|autrement|à moins que|échoue[nt]*|plante|bloque|bloqués|verrouille|casse|deux fois|écrasés?|supprime les|c'est pourquoi",
      ),
      warn: begins(
        "attention|prudence|gare|fais attention|faites attention|méfie-toi|avertissement|problème connu|important",
      ),
      note: begins(
        "note|notez|remarque|n'oublie[zs]? pas|rappel|rappelle-toi|souviens-toi|retiens|garde[zs]? en tête|sache[zs]? que|pour (?:info|information)|info|règle\\s*:|convention\\s*:|à savoir|il faut savoir",
      ),
      general: words(
        "désormais|dorénavant|à partir de maintenant|à l'avenir|en général|partout|chaque|tous les|toutes les|dans ce (?:projet|dépôt)|chez nous|ici(?=[,.]|$)|par défaut|avant (?:chaque|de)|nouveaux?|nouvel(?:le)?s?",
      ),
      reason: words(
        "parce qu[e']|parce qu'\\p{L}+|car|puisque|à cause|afin (?:de|que)|pour que|vu que|, (?:il|elle|ils|elles) (?:sera|seront|est|sont|a|va|vont)",
      ),
      deprecated: words(
        "obsolète|déprécié\\w*|dépréciée?s?|sera (?:supprimé|retiré|remplacé)\\w*|n'est plus (?:supporté|maintenu|utilisé)\\w*|abandonné depuis",
      ),
      place: words(
        "se trouve(?:nt)?|vont dans|va dans|tourne (?:sur|dans)|tournent (?:sur|dans)|(?:est|sont) (?:stocké|partagé|géré|lu|haché|généré|hébergé)\\w*|la limite est|le (?:délai|port) est",
      ),
      convention: words(
        "convention|règle|style|en anglais|en français|messages de commit|retours anticipés|test d'intégration",
      ),
      question: pattern(
        /\?\s*$|^(?:pourquoi|comment|quand|où|quel(?:le)?s?|qui|est-ce que|qu'est-ce|peux-tu|pouvez-vous|veux-tu|voulez-vous|dois-je|faut-il)(?![\p{L}])/iu,
      ),
      unsure: words(
        "peut-être|pourrait|pourrions|devrait|devrions|je (?:pense|crois|suppose)|probablement|il semble|on dirait|si tu veux|imaginons|serait",
      ),
      momentary: words(
        "pour l'instant|pour le moment|aujourd'hui|demain|hier|cette fois|pas encore|peut-être|je (?:pense|crois|suppose)|imaginons",
      ),
      passing: words(
        "pour l'instant|pour le moment|maintenant|aujourd'hui|demain|hier|cette fois|encore|d'abord|actuellement|ensuite|après ça|à nouveau|provisoirement",
      ),
      fault: words(
        "renvoie (?:toujours|jamais)|toujours (?:null|décalé|la même)|est toujours|j'ai (?:une|un) (?:erreur|bug)|erreur \\d+|ne (?:marche|fonctionne) (?:pas|plus)|en panne|masquée?|le bug est|a échoué",
      ),
      narration: pattern(
        /^(?:je (?:vais|lis|regarde|vois|pense|crois|voudrais|veux|peux)|j'ai (?!décidé|choisi|opté|retenu)|essayons|voyons|maintenant|ensuite|d'abord|terminé|fait|tous les tests|la (?:fonction|page|variable)|le (?:bouton|bug|test|fichier)|ça |c'est |voici|relance)/iu,
      ),
      deictic: words(
        "(?:la|le) (?:première?|deuxième|second|seconde|troisième|autre|dernière?|même)|celui-ci|celle-là|ci-dessus|ci-dessous|ligne \\d+|l'autre|cette? (?:fichier|fonction|page|test|fois)|quand je clique|le bouton|la page",
      ),
      request: begins(
        "(?:s'il te plaît |peux-tu |maintenant )*(?:ajoute[rz]?|corrige[rz]?|crée[rz]?|renomme[rz]?|change[rz]?|supprime[rz]?|implémente[rz]?|montre|lance[rz]?|relance[rz]?|remplace[rz]?|regarde[rz]?|vérifie[rz]?|essaie|essayons|explique[rz]?|prends|mets la valeur|fais|écris (?:un|une|la|le))",
      ),
      praise: words("merci|parfait|super|génial|bravo|très bien"),
    },
    because: pattern(
      /(?:[,;]|\s[–—-])?\s+(?:parce qu(?:e\s+|')|car\s+|puisqu(?:e\s+|')|à cause d(?:e\s+|es\s+|u\s+|')|afin (?:de|que)\s+)/iu,
    ),
  },
};
