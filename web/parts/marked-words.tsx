// Text with the words of a question highlighted.

export function Marked({ text, words }: { text: string; words: readonly string[] }) {
  return (
    <>
      {pieces(text, words).map(({ text: piece, isMatch }, i) =>
        isMatch ? <mark key={i}>{piece}</mark> : piece,
      )}
    </>
  );
}

function pieces(text: string, words: readonly string[]): { text: string; isMatch: boolean }[] {
  const wanted = words
    .filter((word) => word !== "")
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  if (wanted.length === 0) return [{ text, isMatch: false }];
  const parts = text.split(new RegExp(`(${wanted.join("|")})`, "gi"));
  return parts.map((part, i) => ({ text: part, isMatch: i % 2 === 1 })).filter((part) => part.text !== "");
}
