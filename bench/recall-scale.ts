export async function measureRecall(_size: number, _documents: number): Promise<void> {}
