// A short example for commands whose usage line alone says too little.

export const examples: Readonly<Record<string, string>> = {
  "engram install": "engram install --dry-run",
  "engram report": "engram report --since 7d --all-projects",
  "engram context": 'engram context --for "why do tokens expire?"',
  "engram search": 'engram search "empty body" -fixture --since yesterday',
  "engram recall": "engram recall tag:area:auth --budget 500",
  "engram query": 'engram query "type:decision AND tag:area:auth AND created:>7d"',
  "engram remember": "engram remember Tokens live 15 minutes because of the audit --type decision",
  "engram learnings add": "engram learnings add Run the linter before every commit",
  "engram graph draw": "engram graph draw nod_01 --depth 2",
  "engram knowledge show": "engram knowledge --topic deploys",
  "engram session delete": "engram session delete 5eed0001 --yes",
  "engram config": "engram config --explain",
  "engram config set": "engram config set recall.budgetTokens 1000",
  "engram daemon logs": "engram daemon logs --lines 200",
  "engram serve": "engram serve --port 7700",
  "engram compress": "engram compress --pending",
};
