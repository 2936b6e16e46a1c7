// Spanish cues.

import { begins, type LanguageCues, pattern, words } from "../cues.ts";

export const spanish: LanguageCues = {
  words:
    "el|la|los|las|un|una|es|son|está|están|se|nosotros|yo|tú|no|y|o|con|para|por|en|de|del|al|que|este|esta|aquí|siempre|nunca|usa|usamos|porque|debe|deben|cada|toda|todas|todos|gracias|lugar|vez|sin|hay|ahora|hemos|puede|sólo|solo|ya|me|quieres|sigue".split(
      "|",
    ),
  filler: pattern(
    /^(?:ok(?:ay)?|no|sí|hola|bueno|y|pero|también|por cierto|por favor|gracias|espera|como dije|vale)[\s]*[,:;.!–—-]+\s*/iu,
  ),
  cues: {
    decided: words(
      "decidimos|decidí|hemos decidido|he decidido|se decidió|decisión\\s*:|elegimos|elegí|hemos elegido|optamos|opté|hemos optado|acordamos|acordó|hemos acordado|escogimos|nos quedamos con|pasamos de|migramos|cambiamos (?:de|a)|vamos a (?:usar|quedarnos|cambiar|migrar)|reemplazamos|dejamos de (?:usar|soportar)",
    ),
    rejected: words(
      "descartamos|descarté|descartado|rechazamos|rechacé|decidimos no|no queremos|no quiero (?:un|una|usar)|queda descartad\\w+|abandonamos",
    ),
    always: words("siempre|nunca|jamás|en ningún caso"),
    forbid: words(
      "nunca (?:\\S+)|jamás|prohibido|(?:^|, )no (?:toques?|uses?|utilices?|modifiques?|edites?|borres?|elimines?|añadas?|agregues?|commitees?|hagas (?:commit|push)|cambies?|llames?|ejecutes?|reinicies?|instales?|importes?|actualices?|mezcles?|subas?|confíes?)|no se (?:debe|puede|permite|toca|edita)n?|no (?:debe|deben)|evita|sin (?:preguntar\\w*|permiso|revisión|aprobación)|deja de",
    ),
    require: words(
      "debe|deben|hay que|tiene que|tienen que|es obligatori\\w+|obligatoriamente|asegúrate|es necesario|son necesari\\w+|pregúntame antes",
    ),
    prefer: words("prefiero|preferimos|mejor usar|en lugar de|en vez de"),
    use: begins("(?:usa|usad|utiliza|utilicen|escribe|pon|guarda|formatea|mantén|responde|nombra|usar)"),
    weUse: words(
      "(?:no )?(?:usamos|utilizamos|desplegamos|soportamos|guardamos|tenemos (?:dos|un|una|que)|probamos contra)|el (?:proyecto|repo|repositorio|equipo) (?:usa|utiliza|requiere|necesita)|nuestr[oa]s? \\S+ (?:corre|corren|está|están|usa|usan|es|son|funciona|se ejecuta)",
    ),
    contrast: words("en lugar de|en vez de|y no|pero no|sino|solo|sólo|únicamente", ", no \\S+"),
    need: words(
      "necesita|necesitan|requiere|requieren|depende de|dependen de|exige|solo funciona|sólo funciona",
    ),
    otherwise: words(
      "de lo contrario|si no,|sino se|o se|a menos que|salvo que|se cuelgan?|falla(?:n)? (?:en|si|cuando)|se rompe|bloquea|dos veces|se sobrescriben?|por eso",
    ),
    warn: begins("cuidado|ojo|atención|ten cuidado|advertencia|problema conocido|importante|precaución"),
    note: begins(
      "nota|recuerda|recuerden|ten en cuenta|tened en cuenta|ten presente|no olvides|para (?:tu )?información|para que sepas|regla\\s*:|convención\\s*:|aviso|desde",
    ),
    general: words(
      "a partir de ahora|de ahora en adelante|en adelante|en el futuro|en general|en todas partes|cada|todas las|todos los|todo|en este (?:proyecto|repo|repositorio)|aquí(?=[,.]|$)|por defecto|antes de (?:cada|hacer)|nuev[oa]s?",
    ),
    reason: words("porque|ya que|debido a|para que|puesto que|por culpa|, (?:se|será|está|va a|lo)"),
    deprecated: words(
      "obsolet[oa]s?|en desuso|deprecad[oa]s?|se eliminará|será (?:eliminad|borrad|reemplazad)\\w+|se va a (?:eliminar|borrar)|ya no (?:se usa|está soportad\\w+|existe)",
    ),
    place: words(
      "está en|están en|va en|van en|vive en|corre en|corren en|se (?:guarda|guardan|comparte|comparten|encuentra|gestiona|lee|leen|genera)n?|el (?:límite|puerto|tiempo de espera) es|se queda en",
    ),
    convention: words(
      "convención|regla|estilo|en inglés|en español|mensajes de commit|retornos tempranos|prueba de integración",
    ),
    question: pattern(
      /\?\s*$|^¿|^(?:por qué|cómo|cuándo|dónde|cuál|quién|qué|puedes|deberíamos|quieres que|debo)(?![\p{L}])/iu,
    ),
    unsure: words(
      "quizás?|tal vez|a lo mejor|podría|podríamos|debería|deberíamos|creo que|pienso que|supongo|probablemente|parece|si quieres|imagina|sería",
    ),
    momentary: words(
      "por ahora|de momento|ahora mismo|hoy|mañana|ayer|esta vez|todavía|aún no|quizás?|tal vez|creo que|supongo|imagina",
    ),
    passing: words(
      "por ahora|de momento|ahora mismo|ahora|hoy|mañana|ayer|esta vez|todavía|aún|primero|otra vez|de nuevo|luego|después",
    ),
    fault: words(
      "siempre (?:devuelve|falla|da|sale)|(?:devuelve|falla|da) siempre|me sale|me da|error \\d+|no funciona|sigue (?:sin|desalinead\\w+|fallando)|el error está|está oculta|ha fallado|falló",
    ),
    narration: pattern(
      /^(?:voy a|primero|ahora|luego|he (?!decidido|elegido|optado)|déjame|probemos|veamos|listo|hecho|la (?:función|página|variable)|el (?:botón|error|test|archivo)|creo|me |todas las pruebas|aquí (?:siempre|está))/iu,
    ),
    deictic: words(
      "(?:la|el) (?:primera?|segund[ao]|tercer[ao]?|otr[ao]|últim[ao]|mism[ao])|ést[ae]|arriba|abajo|línea \\d+|est[ae] (?:archivo|función|página|test|vez)|cuando hago clic|el botón|la página",
    ),
    request: begins(
      "(?:por favor |puedes |ahora )*(?:añade|agrega|arregla|corrige|crea|cambia|borra|elimina|implementa|muestra|ejecuta|lanza|reemplaza|mira|revisa|prueba|probemos|explica|haz|pon el valor|usa la (?:primera|segunda)|renombra|escribe (?:un|una))",
    ),
    praise: words("gracias|perfecto|genial|muy bien|excelente"),
  },
  because: pattern(/(?:[,;]|\s[–—-])?\s+(?:porque|ya que|debido a(?: que)?|puesto que|para que)\s+/iu),
};
