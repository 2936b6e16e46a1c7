// The words of Portuguese.

import { begins, pattern, words } from "../patterns.ts";
import type { LanguageWords } from "./language.ts";

export const portuguese: LanguageWords = {
  isSpaced: true,
  letters: null,
  marks: /[ãõ]|ção(?![\p{L}])|ções/iu,
  frequent:
    "a o os as um uma é são está estão nós eu você não e ou com para por em no na nos nas do da dos das que este esta aqui sempre nunca usamos porque deve devem cada toda todas todo todos obrigado vez lugar sem há agora também senão ela ele pode só já nossa nosso ficou ainda vou vamos",
  frame: "",
  common: `
    o a os as um uma uns umas de do da dos das no na nos nas e ou mas não é são foi era ser estar está estão tem têm havia
    eu ele ela nós eles me se meu minha seu sua nosso que quem qual como por porque onde quando com sem sobre em para
    mais este esta esse essa ao aos`,
  everyday: {
    functions: `
      o os as um uma uns umas e ou mas não com para por sobre em no na nos nas ao do da dos das que quem como quando onde
      qual porque é são foi era ser estar está há meu seu nosso se já ainda também aqui agora mais muito isso isto`,
    polite: "sim não obrigado ótimo certo",
    talk: "pergunta resposta exemplo talvez hoje ontem amanhã dia tempo",
    work: "continua execute testes verifique corrija arquivo arquivos mostre explique adicione",
  },
  numbers: {
    2: "dois duas",
    3: "três",
    4: "quatro",
    5: "cinco",
    6: "seis",
    7: "sete",
    8: "oito",
    9: "nove",
    10: "dez",
    12: "doze",
    15: "quinze",
    20: "vinte",
    30: "trinta",
    40: "quarenta",
    50: "cinquenta",
    60: "sessenta",
    90: "noventa",
    100: "cem",
  },
  counted: "",
  endings: "",
  abbreviations: "p.ex ex p.e",
  times: { asks: "quando", names: "ontem", week: "semana", yesterday: "ontem", today: "hoje" },
  intents: {
    resume: words(
      "onde (?:par[áa]mos|est[áa]vamos|ficamos)|o que (?:fizemos|est[áa]vamos fazendo) (?:por [úu]ltimo|da [úu]ltima vez)",
    ),
    left: words("o que (?:falta|resta|est[áa] pendente|ainda falta)|pr[óo]ximos passos|ficou pendente"),
    changes: words(
      "o que (?:mudou|foi alterado|mudamos|fizemos (?:ontem|hoje))|mudanças desde|alterações desde",
    ),
    how: words(
      "como (?:fazemos|representamos|tratamos|guardamos|testamos|n[óo]s )|qual [ée] (?:a|nossa) (?:convenção|regra)",
      "^onde (?:está|estão|fica|ficam|vai|vão|guardamos)",
    ),
    tried: words("(?:j[áa] )?(?:tentamos|testamos|experimentamos)"),
    why: words("por que|por quê|qual (?:é )?o motivo"),
    branch: words("(?:o|este|nosso|meu|a|esta|nossa) (?:branch|ramo)"),
  },
  prompts: {
    assents: "sim|pode",
    rejects: [
      /^(?:não)?[\s,.!…-]*(?:por favor )?(?:reverta|reverte|desfaça|desfaz|desfazer|reverter)(?![\p{L}])/iu,
      /^(?:não[\s,.!…-]+)?(?:assim não|não assim|isso (?:não é|está errado)|está errado|não é (?:isso|o que)|não quero)/i,
    ],
    declines:
      /^(?:(?:não|hm+)[\s,.!…-]+)*(?:melhor não|prefiro (?:não|deixar|manter)|deixa (?:isso|como|assim|pra lá)|não,? obrigad[oa]|não precisa)/iu,
    asksCommand: "como|comando",
    changesSetting: "aument\\p{L}+|reduz\\p{L}+",
  },
  replies: {
    acknowledges: "entendi|perfeito|obrigad[oa]|certo|pronto|você tem razão|sim|não|feito",
    announces: [
      /^(?:(?:ok|certo|perfeito|agora|primeiro|depois)[,.!]?\s+)*(?:vou|vamos|deixe?-me|deixa eu|agora (?:vou|execut|verific))(?![\p{L}])/iu,
    ],
    offers: [/(?:você (?:quer|gostaria)|quer que eu|me avise|devo )/i],
    introduces: "",
    cause: "porque|causa",
    change: "adicionei|corrigi|removi|alterei",
    result: "funciona",
    open: "ainda (?:não|falta)|falta",
    openLabel: "pendente",
    openHeading: "próximos passos",
    closed: "",
    formerly: "antes",
  },
  values: {
    settings: "porta|limite",
    units: {
      ms: "",
      s: "segundos?",
      min: "minutos?",
      h: "horas?",
      day: "dias?|noites?",
      week: "semanas?",
      month: "mês|meses",
      others: "",
    },
    to: "a|para",
    from: "de",
    is: "é",
    now: "agora",
    articles: "o|os|as",
    sets: "alterad[oa]",
    auxiliaries: "foi",
    wasSet: "alterad[oa]|aumentad[oa]",
    hypothetical: "talvez",
    uses: "usar|usa|usamos",
    instead: "em vez de",
    replaced: "substituíd[oa]",
    by: "por",
    switched: "migrad[oa]",
    added: "adicionad[oa]",
    removed: "removid[oa]",
    every: "(?:a )?cada",
    adverbs: {},
    retries: "",
    attempts: "tentativas",
    times: "vezes",
    runs: "roda",
    around: "o os as roda se agora",
  },
  statements: {
    announced: "nota|aviso|cuidado|observação|atenção|importante|decisão|regra|para sua informação",
    introduced: "lembre-se de que|tenha em mente que|a partir de agora,?",
    trailing: "por favor|obrigad[oa]",
    continues: "senão|caso contrário|porque|por isso",
    polite: "",
    investigates: "",
    looksInto: "",
    hesitates: "não",
    retracts: "esquece (?:isso|o que)",
    here: [/(?<= )aqui(?=[,.!;]|$)/i, "neste projeto"],
    filler: pattern(
      /^(?:ok(?:ay)?|não|sim|oi|olá|bom|e|mas|também|aliás|por favor|obrigad[oa]|espera|como eu disse)[\s]*[,:;.!–—-]+\s*/iu,
    ),
    cues: {
      decided: words(
        "escolhemos|optamos|combinou|ficou decidido|vamos (?:usar|migrar|ficar com|adotar|trocar|manter|substituir)",
      ),
      rejected: words("descartamos"),
      always: words("sempre|nunca"),
      forbid: words(
        "nunca \\S+|proibido|(?:^|, )não (?:mexa|toque|use|utilize|modifique|edite|apague|remova|adicione|faça (?:commit|push)|altere|mude|chame|execute|reinicie|instale|importe|atualize|confie|rode|suba)|não (?:se )?(?:deve|devem|podem)|sem (?:me perguntar|perguntar|permissão|revisão|aprovação)",
      ),
      require: words("deve|devem|tem que"),
      prefer: words("prefiro|em vez de|no lugar d[eo]"),
      use: begins("(?:use|usem|utilize|escreva|coloque|guarde|formate|mantenha|responda|nomeie|sempre)"),
      weUse: words(
        "(?:não )?(?:usamos|utilizamos|implantamos|suportamos|guardamos|temos (?:dois|um|uma))|noss[oa]s? \\S+ (?:roda|rodam|está|estão|usa|usam|é|são|fica|ficam)",
      ),
      contrast: words("em vez de|no lugar d[eo]|e não|mas não|apenas|somente"),
      need: words("precisam? d[eo]"),
      otherwise: words("senão|travam?|bloqueia|duas vezes|sobrescrit\\w+"),
      warn: begins("cuidado|atenção"),
      note: begins("nota|lembre|para sua informação|desde"),
      general: words(
        "a partir de agora|de agora em diante|em todo lugar|cada|todas as|todo|toda|por padrão|nov[oa]s?",
      ),
      reason: words("porque|já que|pois|por causa"),
      deprecated: words(
        "obsolet[oa]s?|será (?:removid|apagad|excluíd|substituíd)\\w+|não é mais (?:suportad|usad)\\w+",
      ),
      place: words(
        "fica em|ficam em|vão em|roda (?:em|no|na)|(?:é) (?:compartilhad|gerad|lid|armazenad|gerenciad)\\w+|continua em",
      ),
      convention: words("estilo|em inglês|em português"),
      question: pattern(
        /^(?:por que|como|quando|onde|qual|quem|o que|você pode|devemos|deveríamos|quer que)(?![\p{L}])/iu,
      ),
      unsure: words("talvez|acho que|parece|seria"),
      momentary: words("hoje|amanhã|ontem|desta vez|ainda(?=[.!]|$)|ainda não|talvez|acho que"),
      passing: words("agora(?! em)|hoje|amanhã|ontem|desta vez|ainda|primeiro|de novo|depois"),
      fault: words("sempre (?:retorna|falha|dá)|erro \\d+|não funciona|está encoberta|falhou"),
      narration: pattern(
        /^(?:vou|primeiro|agora|depois|deixe-me|pronto|feito|a (?:função|página|variável)|o (?:botão|teste|arquivo)|acho|aqui sempre|ficou|talvez)/iu,
      ),
      deictic: words(
        "(?:a|o) (?:primeir[ao]|segund[ao]|terceir[ao]|últim[ao]|mesm[ao])|acima|linha \\d+|quando clico|o botão|a página",
      ),
      request: begins(
        "(?:por favor |pode |agora )*(?:adicione|corrija|conserte|crie|mude|apague|remova|implemente|mostre|execute|rode|substitua|olhe|verifique|tente|explique|faça|deixe|use a (?:primeira|segunda)|escreva (?:um|uma))",
      ),
      praise: words("obrigad[oa]|ótimo"),
    },
    because: pattern(/(?:[,;]|\s[–—-])?\s+(?:porque|já que|devido a|pois|para que|por causa d[eoa])\s+/iu),
  },
};
