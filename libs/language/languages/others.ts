// Words of languages that have no file of their own, as far as search needs them.

/** Dutch words of questions. */
export const dutchCommon = `
  de het een en of maar niet is zijn was waren wordt worden werd heeft hebben had ik jij hij zij wij we jullie mij ons mijn
  jouw onze hoe wat wie waar wanneer waarom welke met van voor op uit bij naar in aan als ook nog dat die dit deze kan`;

/** A text in a language that joins words: German, Dutch, Swedish, Danish, Norwegian. The second one for plain ASCII. */
export const germanic = /\b(?:der|die|das|und|nicht|mit|für|het|een|niet|och|att|ikke)\b/iu;
export const germanicPlain = /\b(?:d(?:er|ie|as)|und|ni(?:cht|et)|mit|het|een|och|att|ikke)\b/i;

/** Arabic writes the article and short prepositions as a part of the word. */
export const arabicBeginning = /^(?:وال|بال|كال|فال|لل|ال)/u;

/** What a password is called in Dutch, Italian, Polish, Turkish, Czech and the Scandinavian languages, and "is". */
export const otherSecrets = {
  password: "wachtwoord|hasło|şifre|parola|heslo|lösenord|passord|adgangskode",
  is: "is|è|je|är|er",
  to: "to",
  as: "als|come|jako|olarak|ako|som",
  states: "",
};
