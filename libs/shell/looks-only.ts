// Commands that only look, or that would not be run again for their own sake. Pure.

const lookers =
  "cd ls ll cat bat head tail less grep rg ag find fd tree wc pwd which type echo printf awk sort uniq cut jq stat file " +
  "du df ps env date whoami sleep true diff mkdir rm mv cp touch chmod kill pkill lsof test";
const gitLookers =
  "status diff log show branch add stash rev-parse blame ls-files remote config checkout commit";
const anyIn = (words: string) => words.replaceAll(" ", "|");
const LOOKS = new RegExp(`^(?:(?:${anyIn(lookers)})(?![\\w.-])|sed -n|\\[|git (?:${anyIn(gitLookers)})\\b)`);

export function looksOnly(command: string): boolean {
  return LOOKS.test(command);
}
