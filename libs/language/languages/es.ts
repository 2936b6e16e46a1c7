// The words of Spanish.

import { begins, pattern, words } from "../patterns.ts";
import { type LanguageWords, untranslated } from "./language.ts";

export const spanish: LanguageWords = {
  isSpaced: true,
  letters: null,
  marks: /[ñ¿¡]|ción(?![\p{L}])/iu,
  frequent:
    "el la los las un una es son está están se nosotros yo tú no y o con para por en de del al que este esta aquí siempre nunca usa usamos porque debe deben cada toda todas todos gracias lugar vez sin hay ahora hemos puede sólo solo ya me quieres sigue",
  frame: "",
  common: `
    el la los las un una unos unas de del al y o pero no es son fue era ser estar está están ha han había yo tú él ella
    nosotros ellos me te se mi tu su sus nuestro que qué quién cuál cómo por qué dónde cuándo con sin sobre en para como
    más este esta estos estas ese esa lo le les`,
  aspects:
    "manejo gestión estrategia enfoque política práctica estándar proceso convención decisión regla patrón tema forma",
  everyday: {
    functions: `
      el la los las un una unos unas y o pero no con para por sobre en al del de que qué quién cómo cuándo dónde cuál porque
      es son era fue ser estar está están ha han he hay mi tu su nuestro nos se lo le les ya aún también aquí ahora más muy`,
    polite: "sí bueno gracias vale perfecto",
    talk: "pregunta respuesta entender ejemplo simplemente quizás hoy ayer mañana semana día tiempo",
    work: "continúa sigue ejecuta prueba pruebas comprueba corrige arregla archivo archivos muestra explica añade",
  },
  numbers: {
    2: "dos",
    3: "tres",
    4: "cuatro",
    5: "cinco",
    6: "seis",
    7: "siete",
    8: "ocho",
    9: "nueve",
    10: "diez",
    12: "doce",
    15: "quince",
    20: "veinte",
    30: "treinta",
    40: "cuarenta",
    50: "cincuenta",
    60: "sesenta",
    90: "noventa",
    100: "cien",
  },
  counted: "",
  endings: "",
  abbreviations: "p.ej ej pág núm",
  secrets: {
    password: "contraseña|clave",
    is: "es|era",
    to: "a",
    as: "como",
    states:
      "corta|larga|débil|fuerte|segura|vacía|nueva|falsa|correcta|cadena|siempre|nunca|\\p{L}+(?:da|do|ta|to|ble|ria|rio|nte|osa|oso|iva|ivo|al)",
  },
  times: { asks: "cuándo|cuando", names: "ayer", week: "semana", yesterday: "ayer", today: "hoy" },
  english: `
    abort,cancel=abort cancel; abrir,abier=open; acceso,acced=access; activ=enable; actualiz=update;
    advertencia,avis=warning; agreg,añad=add; ajuste=setting; almacen,guard=store save; antiguo=old;
    aplicación=application; archiv,fichero=file; arranc,inici=start; arregl,corrig,correg=fix; base de
    datos=database; biblioteca=library; bloque=lock block; borr,elimin=delete remove; botón=button;
    buscar,búsqueda,busc=search; cach=cache; cambi=change; campo=field; carg=load; carpeta,directorio=folder
    directory; certificado=certificate; cerr=close; cifr=encrypt; clave=key; client=client customer; cola=queue;
    color=color; columna=column; comando=command; compil=build compile; compr=check purchase; comprob,verific=check
    verify; conect,conexión=connect connection; config=config configure; contraseña=password; copi=copy; cost=cost;
    cre=create; cuenta=account; cupón=voucher coupon; dato=data; decid,decisión=decide; defecto=default;
    dependencia=dependency; desactiv=disable; descarg=download; despleg,despliegue=deploy; desinstal=uninstall;
    dirección=address url; divisa,moneda=currency; document=documentation; duplic=duplicate; duración=duration;
    ejecut=run execute; enlace=link; entorno=environment; entrada=input entry; envi=send; error=error; escrib=write;
    espera=wait; estado=state status; etiqueta=tag label; expir,caduc=expire; export=export; factura=invoice;
    fall=fail; fecha=date; firm=sign; fusion=merge; funcion=function work; gener=generate; herramienta=tool;
    imagen=image; import=import; impuesto=tax; instal=install; intent=try attempt; interfaz=interface;
    lectura,leer,lee=read; lento=slow; lengua,idioma=language; licencia=license; límite,limit=limit; línea=line;
    lista=list; mapa=map; memoria=memory; mensaje=message; migr=migrate; mostrar,muestr=show display;
    mover,muev=move; motivo,razón=reason; navegador=browser; nombre=name; notific=notify notification;
    nuevo,nueva=new; número=number; ocult=hide; página=page; pago,pag=payment; pantalla=screen; paquete=package;
    parámetro=parameter; permiso=permission; permit=allow; plantilla=template; precio=price; prueba,prob=test try;
    public=publish release; puerto=port; rama=branch; rápido=fast; recib=receive; red=network;
    redirig,redirecc=redirect; reembols=refund; registro=log record; regla=rule; reinici=restart; reintent=retry;
    reemplaz,sustitu=replace; renombr=rename; repositorio=repository; respaldo=backup; respuesta=response;
    resultado=result; restaur=restore; reanud=resume; revert=revert; ruta=path; salida=output; secreto=secret;
    seguridad=security; servicio=service; servidor=server; sesion,sesión=session; tabla=table; tamaño=size;
    tarea=task; tarjeta=card; tasa=rate; tiempo de espera=timeout; tiempo=time; traduc=translate; usuario=user;
    usar,usa,utiliz=use; vací=empty; velocidad=speed; ventana=window; versión=version; vista previa=preview`,
  intents: {
    resume: words(
      "(?:en )?d[óo]nde (?:nos quedamos|est[áa]bamos|lo dejamos|íbamos)|por d[óo]nde íbamos",
      "qu[ée] (?:hicimos|est[áa]bamos haciendo)(?: la [úu]ltima vez)?",
    ),
    left: words(
      "qu[ée] (?:queda|falta|est[áa] pendiente|nos queda|m[áa]s falta)|pr[óo]ximos pasos|hay algo pendiente",
    ),
    changes: words(
      "qu[ée] (?:ha |han )?(?:cambiado|cambi[óo]|cambiaron|hicimos (?:ayer|hoy))|cambios desde|qu[ée] hay de nuevo",
    ),
    thread: words(
      "(?:contin[úu]a|seguimos|sigue|sigamos|retoma|retomemos)(?: con)? \\S+|(?:estado|progreso) (?:de|del)|c[óo]mo va|sigue (?:fallando|sin)|otra vez|de nuevo",
    ),
    decided: words(
      "hemos|hab[íi]amos|qu[ée] (?:decidimos|acordamos|elegimos)|cu[áa]ndo (?:decidimos|hicimos)",
    ),
    how: words(
      "c[óo]mo (?:hacemos|representamos|manejamos|guardamos|probamos|desplegamos|se (?:hace|maneja|representa))",
      "cu[áa]l es (?:la|nuestra) (?:convenci[óo]n|regla)|^¿?(?:a )?d[óo]nde (?:est[áa]n?|van?|guardamos|se guardan?)",
    ),
    tried: words("(?:ya )?(?:hemos |hab[íi]amos )?(?:intentado|probado)|(?:ya )?(?:intentamos|probamos)"),
    why: words("por qu[ée]|cu[áa]l es la raz[óo]n"),
    branch: words("(?:la|esta|nuestra|mi) rama"),
  },
  prompts: {
    threads: "tickets?|tareas?|incidencias?|issues?|prs?|planes|plan|pasos?|ramas?",
    we: "nosotros|nuestr[oa]s?",
    world: "qué es una? |diferencias? entre|qué (?:significa|quiere decir)|explíca(?:me)? qué",
    assents: "sí|si|dale|adelante",
    rejects: [
      /^(?:no)?[\s,.!…-]*(?:por favor )?(?:revierte|reviértelo|deshaz(?:lo)?|deshacer|revertir)(?![\p{L}])/iu,
      /^(?:no[\s,.!…-]+)?(?:así no|no así|eso (?:no es|está mal)|está mal|no es (?:correcto|lo que)|no quiero)/i,
    ],
    declines:
      /^(?:(?:no|hm+|mmm*)[\s,.!…-]+)*(?:mejor no|prefiero (?:no|que no|dejar|mantener)|d[ée]jalo|dejémoslo|no,? gracias|no hace falta)/iu,
    asksCommand: "cómo|comando",
    changesSetting: "aument\\p{L}+|reduc\\p{L}+",
    limits: "no|nunca|solo|sólo|en lugar|mejor|debe(?:n)?|siempre|sin|evita",
    demands: null,
    oneCase: null,
  },
  replies: {
    acknowledges: "entendido|perfecto|gracias|de acuerdo|vale|listo|tienes razón|sí|claro|hecho",
    announces: [
      /^(?:(?:ok|bien|perfecto|ahora|primero|luego)[,.!]?\s+)*(?:voy a|vamos a|d[ée]jame|permíteme|veamos|revisemos|empecemos|ahora (?:voy|ejecut|revis))/i,
    ],
    offers: [/(?:¿quieres|quieres que|te gustaría|avísame|dime si|¿debo)/i],
    introduces: "",
    cause: "porque|causa",
    change: "he |agregado|añadid[oa]|corregid[oa]|eliminad[oa]|cambiad[oa]",
    result: "funciona",
    open: "queda(?:n)? (?:pendiente|por)|pendiente|todavía|aún no|falta",
    openLabel: "pendiente",
    openHeading: "próximos pasos",
    closed: "",
    formerly: "antes",
    ends: "eliminad[oa]s?|quitad[oa]s?|revertid[oa]s?|reemplazad[oa]s?|ya no",
    openWord: "",
    refersBack: "y|pero|así que|eso|esto|esta|este|ambos|entonces|también|además|sin embargo|aquí",
    closing: {
      outcome: "resultado",
      decided: "decidido|decisión|decisiones",
      open: "pendientes?|abierto",
      nothing: "nada|ninguno",
    },
  },
  values: {
    settings: "puerto|umbral|limite",
    units: {
      ms: "",
      s: "segundos?",
      min: "minutos?",
      h: "horas?",
      day: "días?|noches?",
      week: "semanas?",
      month: "mes(?:es)?",
      others: "",
    },
    to: "a|para",
    from: "de",
    is: "es",
    now: "ahora",
    articles: "el|los|las|la",
    sets: "cambiad[oa]|cambi[ée]",
    auxiliaries: "fue",
    wasSet: "cambiad[oa]|aumentad[oa]",
    hypothetical: "quizás",
    uses: "usar|usa|usamos",
    instead: "en lugar de|en vez de",
    replaced: "reemplazad[oa]",
    by: "por",
    switched: "migrad[oa]",
    added: "agregad[oa]|añadid[oa]",
    removed: "eliminad[oa]",
    every: "(?:a )?cada",
    adverbs: {},
    retries: "reintenta\\p{L}*",
    attempts: "intentos",
    times: "veces",
    runs: "corre|ejecuta",
    around: "el los las corre ejecuta se ahora",
    at: "",
    definite: "",
    before: "",
    small: "",
    beside: "",
    counts: "",
  },
  statements: {
    announced: "nota|aviso|cuidado|ojo|atención|advertencia|importante|decisión|regla|para tu información",
    introduced: "ten en cuenta que|recuerda que|a partir de ahora,?|de ahora en adelante,?",
    trailing: "por favor|gracias",
    continues: "de lo contrario|si no|porque|por eso",
    polite: "",
    investigates: "",
    looksInto: "",
    hesitates: "perdón",
    retracts: "olvida (?:eso|lo)",
    here: [/(?<= )aquí(?=[,.!;]|$)/i, "en este proyecto"],
    filler: pattern(
      /^(?:ok(?:ay)?|no|sí|hola|bueno|y|pero|también|por cierto|por favor|gracias|espera|como dije|vale)[\s]*[,:;.!–—-]+\s*/iu,
    ),
    cues: {
      decided: words("decidimos|decisión\\s*:|elegimos|opté|acordamos|nos quedamos con"),
      rejected: words("descartamos"),
      always: words("siempre|nunca|jamás"),
      forbid: words(
        "nunca (?:\\S+)|jamás|(?:^|, )no (?:toques?|uses?|utilices?|modifiques?|edites?|borres?|elimines?|agregues?|commitees?|hagas (?:commit|push)|cambies?|llames?|ejecutes?|reinicies?|instales?|importes?|actualices?|mezcles?|subas?|confíes?)|no se (?:debe|puede|permite|toca|edita)n?|no (?:debe|deben)|sin (?:preguntar\\w*|permiso|revisión|aprobación)",
      ),
      require: words("debe|deben|hay que|tiene que"),
      prefer: words("prefiero|en lugar de|en vez de"),
      use: begins("(?:usa|usad|utiliza|utilicen|pon|guarda|formatea|mantén|responde|nombra|usar)"),
      weUse: words(
        "(?:no )?(?:usamos|utilizamos|desplegamos|soportamos|guardamos|tenemos (?:dos|un|una|que)|probamos contra)",
      ),
      contrast: words("en lugar de|en vez de|y no|pero no|solo|únicamente"),
      need: words("necesita|exige"),
      otherwise: words("o se|se cuelgan?|se rompe|dos veces|se sobrescriben?"),
      warn: begins("cuidado|ojo"),
      note: begins("nota|recuerda|ten en cuenta|para (?:tu )?información|desde"),
      general: words(
        "en adelante|en todas partes|cada|todas las|todos los|todo|en este (?:proyecto|repositorio)|aquí(?=[,.]|$)|por defecto|nuev[oa]s?",
      ),
      reason: words("porque|para que"),
      deprecated: words("obsolet[oa]s?|se eliminará|ya no (?:se usa|está soportad\\w+|existe)"),
      place: words(
        "está en|va en|van en|corre en|se (?:guarda|guardan|comparten|encuentra|gestiona|lee|leen|genera)n?",
      ),
      convention: words("en inglés|en español"),
      question: pattern(
        /^(?:por qué|cómo|cuándo|dónde|cuál|quién|qué|puedes|deberíamos|quieres que|debo)(?![\p{L}])/iu,
      ),
      unsure: words("quizás?|tal vez|debería|deberíamos|creo que|parece|sería"),
      momentary: words("por ahora|hoy|mañana|ayer|esta vez|todavía|quizás?|tal vez|creo que"),
      passing: words("por ahora|ahora|hoy|mañana|ayer|esta vez|todavía|primero|otra vez|luego|después"),
      fault: words(
        "siempre (?:devuelve|falla|da|sale)|me sale|me da|error \\d+|el error está|está oculta|falló",
      ),
      narration: pattern(
        /^(?:voy a|ahora|luego|déjame|probemos|veamos|listo|hecho|la (?:función|página|variable)|el (?:botón|test|archivo)|creo|me |todas las pruebas|aquí (?:siempre|está))/iu,
      ),
      deictic: words(
        "(?:la|el) (?:primera?|segund[ao]|tercer[ao]?|otr[ao]|mism[ao])|arriba|línea \\d+|est[ae] (?:función|página|test|vez)|cuando hago clic|el botón|la página",
      ),
      request: begins(
        "(?:por favor |puedes |ahora )*(?:agrega|arregla|corrige|crea|borra|elimina|implementa|muestra|ejecuta|lanza|reemplaza|mira|revisa|prueba|probemos|explica|haz|pon el valor|usa la (?:primera|segunda)|renombra|escribe (?:un|una))",
      ),
      praise: words("gracias|perfecto"),
    },
    because: pattern(/(?:[,;]|\s[–—-])?\s+(?:porque|ya que|debido a(?: que)?|puesto que|para que)\s+/iu),
  },
  ...untranslated,
};
