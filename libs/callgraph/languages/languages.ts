// The rules of every language with a grammar.

import { bash } from "./bash.ts";
import { c, cpp } from "./c.ts";
import { cSharp } from "./c-sharp.ts";
import { go } from "./go.ts";
import { java } from "./java.ts";
import { javascript, typescript } from "./javascript.ts";
import { kotlin } from "./kotlin.ts";
import type { Language } from "./language.ts";
import type { LanguageId } from "./of-path.ts";
import { php } from "./php.ts";
import { python } from "./python.ts";
import { ruby } from "./ruby.ts";
import { rust } from "./rust.ts";
import { swift } from "./swift.ts";

export const languages: Record<LanguageId, Language> = {
  bash,
  c,
  "c-sharp": cSharp,
  cpp,
  go,
  java,
  javascript,
  kotlin,
  php,
  python,
  ruby,
  rust,
  swift,
  tsx: typescript,
  typescript,
};
