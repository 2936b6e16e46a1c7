// French cues.

import { begins, type LanguageCues, pattern, words } from "../cues.ts";

export const french: LanguageCues = {
  words:
    "le|la|les|un|une|des|du|est|sont|nous|on|je|tu|vous|ne|pas|et|ou|avec|pour|dans|sur|de|au|aux|que|qui|il|elle|ce|cette|ici|toujours|jamais|utilise|parce|car|doit|doivent|sinon|chaque|toute|toutes|tous|merci|peut|faut|aussi|ça|c'est|j'ai|d'abord|pourquoi|désormais|prends".split(
      "|",
    ),
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
};
