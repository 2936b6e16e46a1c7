// Full-text search alone, for contract tests that have a database but need no embedding model.

import { type FindOptions, openSearch, type SearchHit } from "../../src/indexes/search/search.ts";
import type { Scope } from "../../src/indexes/search/words.ts";
import { trackRecordsOf } from "../../src/memory/owners.ts";
import { openEmbedder } from "../../src/models/embed/open.ts";
import { everywhere } from "../../src/protocol/scope.ts";
import type { Db } from "../../src/store/schema.ts";

export function search(db: Db, query: string, scope: Partial<Scope>, limit: number): Promise<SearchHit[]> {
  return find(db, query, { scope: { projects: everywhere, ...scope }, limit });
}

export function find(db: Db, query: string, options: FindOptions): Promise<SearchHit[]> {
  return openSearch(db, openEmbedder({ provider: "off" }), "", trackRecordsOf).find(query, options);
}
