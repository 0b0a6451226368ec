import { sql } from 'kysely';
import type { Database } from '../../database/tables.ts';
import { compareVersions, readVersionTitle, type VersionTitle } from '../find-versions.ts';
import { foldCase, toPlainWords } from '../plain-words.ts';
import type { RankedChunk, SearchStage } from '../search-state.ts';

/** Best passages that are compared. */
const passagesCompared = 50;
/** Minimum share of an older passage's words in one of the newer version. */
const minShared = 0.5;

interface Versioned {
  readonly entry: RankedChunk;
  readonly version: VersionTitle;
}

/**
 * Puts a passage of an older version of a document behind the one of the newest version that says
 * the same. A search for documents, whose passages become an answer, leaves the older one out and
 * warns of it. A query that names one of the versions, and a collection that does not prefer the
 * newest, keep their order.
 */
export const versionsStage: SearchStage = {
  name: 'prefer_newest_version',
  async run(state, { query, options, dependencies: { database } }) {
    const asked = foldCase(query.text);
    const versioned = state.ranked.slice(0, passagesCompared).flatMap((entry): Versioned[] => {
      const version = readVersionTitle(entry.chunk.title || (entry.chunk.file_name ?? ''));
      return version ? [{ entry, version }] : [];
    });
    const groups = Map.groupBy(versioned, ({ version }) => version.name);
    const replaced = [...groups.values()].flatMap((group) =>
      group.some(({ version }) => version.marks.some((mark) => asked.includes(mark)))
        ? []
        : findReplaced(group),
    );
    if (replaced.length === 0) return state;
    const kept = await listUnpreferred(
      database,
      replaced.map(({ older }) => older.chunk.document_id),
    );
    const pairs = replaced.filter(({ older }) => !kept.has(older.chunk.document_id));
    if (pairs.length === 0) return state;

    const newerOf = new Map(pairs.map(({ older, newer }) => [older.chunk.id, newer]));
    const others = state.ranked.filter(({ chunk }) => !newerOf.has(chunk.id));
    const relevance = new Map(state.relevance);
    for (const { older, newer } of pairs) {
      const both = [older, newer].map(({ chunk }) => state.relevance.get(chunk.id) ?? 0);
      relevance.set(newer.chunk.id, Math.max(relevance.get(newer.chunk.id) ?? 0, ...both));
    }
    if (options.documents !== undefined) {
      return {
        ...state,
        relevance,
        ranked: raise(others, pairs),
        removed: [
          ...state.removed,
          ...pairs.map(({ older, newer }) => ({
            id: older.chunk.id,
            stage: 'prefer_newest_version',
            reason: `${newer.chunk.id} is of a newer version`,
          })),
        ],
        warnings: [
          ...state.warnings,
          ...[...Map.groupBy(pairs, ({ older }) => older.chunk.title)].map(([title, [pair]]) => {
            const used = pair?.newer.chunk.title ?? '';
            return {
              code: 'newer_version_used',
              message: `"${used}" was used; "${title}" is an older version of it.`,
              details: { used, older: title },
            };
          }),
        ],
      };
    }
    return { ...state, relevance, ranked: swap(state.ranked, pairs) };
  },
};

interface Replaced {
  readonly older: RankedChunk;
  readonly newer: RankedChunk;
}

/** Returns the passages of a document's older versions that the newest found version repeats. */
function findReplaced(group: readonly Versioned[]): Replaced[] {
  const newest = group.reduce((best, each) =>
    compareVersions(each.version, best.version) > 0 ? each : best,
  );
  const isNewest = ({ version }: Versioned) => compareVersions(version, newest.version) === 0;
  const current = group.filter(isNewest).map(({ entry }) => ({ entry, words: readWords(entry) }));
  return group.flatMap((each): Replaced[] => {
    if (isNewest(each)) return [];
    const words = readWords(each.entry);
    const newer = current.find(
      ({ words: others }) =>
        [...words].filter((word) => others.has(word)).length >= minShared * words.size,
    );
    return newer ? [{ older: each.entry, newer: newer.entry }] : [];
  });
}

function readWords({ chunk }: RankedChunk): ReadonlySet<string> {
  return new Set(toPlainWords(chunk.text).trim().split(' '));
}

/** Gives a newer passage the score of the older one if that is higher. */
function raise(ranked: readonly RankedChunk[], pairs: readonly Replaced[]): RankedChunk[] {
  const scores = new Map<string, number>();
  for (const { older, newer } of pairs) {
    const score = Math.max(older.score, newer.score, scores.get(newer.chunk.id) ?? 0);
    scores.set(newer.chunk.id, score);
  }
  return ranked
    .map((entry) => ({ ...entry, score: scores.get(entry.chunk.id) ?? entry.score }))
    .toSorted((a, b) => b.score - a.score);
}

/** Puts each older passage directly behind its newer one, unless it is there already. */
function swap(ranked: readonly RankedChunk[], pairs: readonly Replaced[]): RankedChunk[] {
  const older = new Set(pairs.map((pair) => pair.older.chunk.id));
  const raised = raise(
    ranked.filter(({ chunk }) => !older.has(chunk.id)),
    pairs,
  );
  const scores = new Map(raised.map(({ chunk, score }) => [chunk.id, score]));
  const behind = pairs.map((pair) => ({
    ...pair.older,
    score: Math.min(pair.older.score, scores.get(pair.newer.chunk.id) ?? 0),
  }));
  return [...raised, ...behind].toSorted((a, b) => b.score - a.score);
}

/** Returns those of the documents whose collection, or the nearest one above, turns this off. */
async function listUnpreferred(
  database: Database,
  documentIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select d.id
    from rag.documents d
    join rag.collections c on c.id = d.collection_id
    where d.id = any(${[...new Set(documentIds)]}::uuid[])
      and 'false' = (
        select a.settings #>> '{retrieval,prefer_newest_version}'
        from rag.collections a
        where a.id = any(c.path) and a.settings #>> '{retrieval,prefer_newest_version}' is not null
        order by array_position(c.path, a.id) desc
        limit 1
      )`.execute(database);
  return new Set(rows.map(({ id }) => id));
}
