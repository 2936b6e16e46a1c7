// Portuguese cues.

import { begins, type LanguageCues, pattern, words } from "../cues.ts";

export const portuguese: LanguageCues = {
  words:
    "a|o|os|as|um|uma|é|são|está|estão|nós|eu|você|não|e|ou|com|para|por|em|no|na|nos|nas|do|da|dos|das|que|este|esta|aqui|sempre|nunca|usamos|porque|deve|devem|cada|toda|todas|todo|todos|obrigado|vez|lugar|sem|há|agora|também|senão|ela|ele|pode|só|já|nossa|nosso|ficou|ainda|vou|vamos".split(
      "|",
    ),
  filler: pattern(
    /^(?:ok(?:ay)?|não|sim|oi|olá|bom|e|mas|também|aliás|por favor|obrigad[oa]|espera|como eu disse)[\s]*[,:;.!–—-]+\s*/iu,
  ),
  cues: {
    decided: words(
      "decidimos|decidi|foi decidido|decisão\\s*:|escolhemos|escolhi|optamos|optei|combinamos|combinou|concordamos|ficou decidido|vamos (?:usar|migrar|ficar com|adotar|trocar|manter|substituir)|migramos|mudamos (?:de|para)|trocamos|adotamos|substituímos|passamos a usar",
    ),
    rejected: words(
      "descartamos|descartei|rejeitamos|rejeitei|decidimos não|não queremos|não quero (?:um|uma|usar)|está descartad\\w+|desistimos|abandonamos",
    ),
    always: words("sempre|nunca|jamais|em hipótese alguma"),
    forbid: words(
      "nunca \\S+|jamais|proibido|(?:^|, )não (?:mexa|toque|use|utilize|modifique|edite|apague|remova|adicione|faça (?:commit|push)|altere|mude|chame|execute|reinicie|instale|importe|atualize|confie|rode|suba)|não (?:se )?(?:deve|devem|pode|podem)|evite|sem (?:me perguntar|perguntar|permissão|revisão|aprovação)|pare de",
    ),
    require: words(
      "deve|devem|tem que|têm que|precisa ter|precisa de um|é obrigatóri\\w+|obrigatoriamente|certifique-se|é necessári\\w+|pergunte antes",
    ),
    prefer: words("prefiro|preferimos|em vez de|no lugar d[eo]"),
    use: begins("(?:use|usem|utilize|escreva|coloque|guarde|formate|mantenha|responda|nomeie|sempre)"),
    weUse: words(
      "(?:não )?(?:usamos|utilizamos|implantamos|suportamos|guardamos|temos (?:dois|um|uma))|o (?:projeto|repositório|repo|time) (?:usa|utiliza|requer|precisa)|noss[oa]s? \\S+ (?:roda|rodam|está|estão|usa|usam|é|são|fica|ficam)",
    ),
    contrast: words("em vez de|no lugar d[eo]|ao invés de|e não|mas não|apenas|somente", ", não \\S+"),
    need: words("precisam? d[eo]|requer|requerem|depende de|dependem de|exige|só funciona"),
    otherwise: words(
      "senão|caso contrário|do contrário|a menos que|a não ser que|travam?|falha(?:m)? (?:em|se|quando)|quebra|bloqueia|duas vezes|sobrescrit\\w+|por isso",
    ),
    warn: begins("cuidado|atenção|tome cuidado|aviso|problema conhecido|importante|fique atento"),
    note: begins(
      "nota|observação|lembre-se|lembra|lembre|tenha em mente|leve em conta|não esqueça|para sua informação|só para (?:você )?saber|regra\\s*:|convenção\\s*:|desde|fyi",
    ),
    general: words(
      "a partir de agora|daqui (?:em|pra) (?:diante|frente)|de agora em diante|no futuro|em geral|em todo lugar|cada|todas as|todos os|todo|toda|neste (?:projeto|repositório|repo)|aqui(?=[,.]|$)|por padrão|antes de (?:cada|fazer)|nov[oa]s?",
    ),
    reason: words("porque|já que|devido a|para que|pois|por causa|, (?:el[ae]s? )?(?:será|está|vai)"),
    deprecated: words(
      "obsolet[oa]s?|depreciad[oa]s?|descontinuad[oa]s?|será (?:removid|apagad|excluíd|substituíd)\\w+|não é mais (?:suportad|usad)\\w+|vai ser (?:removid|apagad)\\w+",
    ),
    place: words(
      "fica em|ficam em|está em|estão em|vai em|vão em|roda (?:em|no|na)|rodam (?:em|no|na)|(?:é|são) (?:guardad|compartilhad|gerad|lid|armazenad|gerenciad)\\w+|o (?:limite|porto|timeout) é|continua em",
    ),
    convention: words(
      "convenção|regra|estilo|em inglês|em português|mensagens de commit|retornos antecipados|teste de integração",
    ),
    question: pattern(
      /\?\s*$|^(?:por que|como|quando|onde|qual|quem|o que|você pode|devemos|deveríamos|quer que)(?![\p{L}])/iu,
    ),
    unsure: words(
      "talvez|poderia|poderíamos|deveria|deveríamos|devesse|acho que|penso que|suponho|provavelmente|parece|se quiser|imagine|seria",
    ),
    momentary: words(
      "por enquanto|no momento|hoje|amanhã|ontem|desta vez|dessa vez|ainda(?=[.!]|$)|ainda não|talvez|acho que|suponho|imagine",
    ),
    passing: words(
      "por enquanto|no momento|agora mesmo|agora(?! em)|hoje|amanhã|ontem|desta vez|dessa vez|ainda|primeiro|de novo|outra vez|depois",
    ),
    fault: words(
      "sempre (?:retorna|falha|dá)|dá erro|erro \\d+|não funciona|continua (?:desalinhad\\w+|falhando)|o erro está|está encoberta|falhou",
    ),
    narration: pattern(
      /^(?:vou|primeiro|agora|depois|eu (?:vou|acho|quis)|deixe-me|vamos (?:tentar|ver)|pronto|feito|a (?:função|página|variável)|o (?:botão|erro|teste|arquivo)|acho|dá |aqui sempre|ficou|talvez)/iu,
    ),
    deictic: words(
      "(?:a|o) (?:primeir[ao]|segund[ao]|terceir[ao]|outr[ao]|últim[ao]|mesm[ao])|acima|abaixo|linha \\d+|est[ae] (?:arquivo|função|página|teste)|quando clico|o botão|a página",
    ),
    request: begins(
      "(?:por favor |pode |agora )*(?:adicione|corrija|conserte|crie|mude|apague|remova|implemente|mostre|execute|rode|substitua|olhe|verifique|tente|explique|faça|deixe|use a (?:primeira|segunda)|renomeie|escreva (?:um|uma))",
    ),
    praise: words("obrigad[oa]|perfeito|ótimo|muito bem|excelente|legal"),
  },
  because: pattern(/(?:[,;]|\s[–—-])?\s+(?:porque|já que|devido a|pois|para que|por causa d[eoa])\s+/iu),
};
