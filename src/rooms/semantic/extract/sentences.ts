// Splits typed text into sentences, without quotations, code and questions. For the extraction of learnings. Pure.

const CODE =
  /^(?:\/\/|\/\*|\*|>|\$ |import |const |let |var |function |class |def |return |export |@|at )|[{};]\s*$|=>|\(\)|\w\(.*\)|<\/?\w+>|^[\w.]+\s*[:=]\s*["'[{\d]/;
const QUESTION =
  /\?\s*$|^(?:do|does|did|is|are|was|were|should|shall|can|could|would|will|may|have|has)\s+(?:we|you|i|it|they|the|this|that|there|our)\b|^(?:why|what|how|when|where|which|who)\b/i;

export function sentencesOf(text: string): string[] {
  return text
    .split(/\n+/)
    .map((line) => line.replace(/^\s*(?:[-*•+]|\d+[.)])\s+/, "").trim())
    .filter((line) => line !== "" && !CODE.test(line))
    .flatMap((line) => line.split(/(?<=[.!?;])\s+(?=\S)/))
    .flatMap((sentence) => sentence.split(/,?\s+(?:and\s+)?(?=(?:please\s+)?remember(?:\s+that)?:\s)/i))
    .map((sentence) => sentence.replace(/[’‘]/g, "'").replace(/\s+/g, " ").trim())
    .filter((sentence) => sentence.length >= 8 && sentence.length <= 300 && !sentence.endsWith("…"))
    .filter((sentence) => !QUESTION.test(sentence));
}

/** As a complete sentence: capital at the beginning, no full stop. */
export function asContent(text: string): string {
  const bare = text.replace(/[\s.!;:,–—-]+$/, "").trim();
  return bare.charAt(0).toUpperCase() + bare.slice(1);
}
