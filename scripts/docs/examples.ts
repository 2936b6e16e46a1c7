// A short example for commands whose usage line alone says too little.

export const examples: Readonly<Record<string, string>> = {
  "tellback install": "tellback install --dry-run",
  "tellback report": "tellback report --since 7d --all-projects",
  "tellback context": 'tellback context --for "why do tokens expire?"',
  "tellback search": 'tellback search "empty body" -fixture --since yesterday',
  "tellback recall": "tellback recall tag:area:auth --budget 500",
  "tellback query": 'tellback query "type:decision AND tag:area:auth AND created:>7d"',
  "tellback remember": "tellback remember Tokens live 15 minutes because of the audit --type decision",
  "tellback learnings add": "tellback learnings add Run the linter before every commit",
  "tellback graph draw": "tellback graph draw nod_01 --depth 2",
  "tellback knowledge show": "tellback knowledge --topic deploys",
  "tellback session delete": "tellback session delete 5eed0001 --yes",
  "tellback config": "tellback config --explain",
  "tellback config set": "tellback config set recall.budgetTokens 1000",
  "tellback daemon logs": "tellback daemon logs --lines 200",
  "tellback serve": "tellback serve --port 7700",
  "tellback compress": "tellback compress --pending",
};
