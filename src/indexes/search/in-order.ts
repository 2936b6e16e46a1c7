// One number per result that never rises along the list. The order is better at choosing the first result (sorting by
// relevance finds fewer answers), relevance is better at judging a single result: where the two disagree,
// neighbours share their mean. This is the nearest falling sequence (isotonic regression); the sum stays the same.

export function fallingRelevance(relevance: readonly number[]): number[] {
  const groups: { sum: number; count: number }[] = [];
  for (const value of relevance) {
    let group = { sum: value, count: 1 };
    for (let above = groups.at(-1); above && meanOf(above) < meanOf(group); above = groups.at(-1)) {
      group = { sum: group.sum + above.sum, count: group.count + above.count };
      groups.pop();
    }
    groups.push(group);
  }
  return groups.flatMap((group) => Array<number>(group.count).fill(meanOf(group)));
}

function meanOf({ sum, count }: { sum: number; count: number }): number {
  return sum / count;
}
