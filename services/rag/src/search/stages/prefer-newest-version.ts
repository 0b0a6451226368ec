import { sql } from 'kysely';
import type { Database } from '../../database/tables.ts';
import {
  compareVersions,
  isNamedAsNewer,
  isNamedIn,
  namesAnother,
  readVersionName,
} from '../find-versions.ts';
import { foldCase, toPlainWords } from '../plain-words.ts';
import type { RankedChunk, SearchStage } from '../search-state.ts';

/** Best passages that are compared. */
const passagesCompared = 50;
/** Minimum share of an older passage's words in one of the newer version. */
const minShared = 0.5;

/**
 * Puts a passage of an older version of a document behind the one of the newest version that says
 * the same. A search for documents, whose passages become an answer, leaves the older one out and
 * warns of it. A query that names one of the versions, and a collection that does not prefer the
 * newest, keep their order.
 */
export const versionsStage: SearchStage = {
  name: 'prefer_newest_version',
  async run(state, { query, options, dependencies: { database } }) {
    const replaced = findReplaced(state.ranked.slice(0, passagesCompared), foldCase(query.text));
    if (replaced.length === 0) return state;
    const kept = await listUnpreferred(
      database,
      replaced.map(({ older }) => older.chunk.document_id),
    );
    const pairs = replaced.filter(({ older }) => !kept.has(older.chunk.document_id));
    if (pairs.length === 0) return state;

    const newerOf = new Map(pairs.map(({ older, newer }) => [older.chunk.id, newer]));
    const relevance = new Map(state.relevance);
    for (const { older, newer } of pairs) {
      const both = [older, newer].map(({ chunk }) => state.relevance.get(chunk.id) ?? 0);
      relevance.set(newer.chunk.id, Math.max(relevance.get(newer.chunk.id) ?? 0, ...both));
    }
    const others = raise(
      state.ranked.filter(({ chunk }) => !newerOf.has(chunk.id)),
      pairs,
    );
    if (options.documents === undefined) {
      return { ...state, relevance, ranked: putBehind(others, pairs) };
    }
    return {
      ...state,
      relevance,
      ranked: others,
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
  },
};

interface Replaced {
  readonly older: RankedChunk;
  readonly newer: RankedChunk;
}

/**
 * Returns the passages of older versions, each with one of the newest version found: one that
 * shares its words, or any one of a document whose metadata names the older document.
 */
function findReplaced(entries: readonly RankedChunk[], asked: string): Replaced[] {
  const newerOf = new Map<RankedChunk, RankedChunk>();
  const findNewest = (entry: RankedChunk): RankedChunk => {
    const newer = newerOf.get(entry);
    return newer ? findNewest(newer) : entry;
  };
  const add = (older: RankedChunk, newer: RankedChunk | undefined) => {
    if (!newer || newerOf.has(older)) return;
    // Names, or the metadata of two documents, may contradict each other.
    if (findNewest(newer) !== older) newerOf.set(older, newer);
  };
  const isAnyNamed = entries.some(({ chunk }) => namesAnother(chunk));
  for (const older of isAnyNamed ? entries : []) {
    add(
      older,
      entries.find(({ chunk }) => isNamedAsNewer(chunk, older.chunk)),
    );
  }
  for (const readName of [
    ({ chunk }: RankedChunk) => chunk.title,
    ({ chunk }: RankedChunk) => chunk.file_name,
    ({ chunk }: RankedChunk) => chunk.external_id,
  ]) {
    const versioned = entries.flatMap((entry) => {
      const version = readVersionName(readName(entry) ?? '');
      return version ? [{ entry, version, words: undefined as Words | undefined }] : [];
    });
    for (const group of Map.groupBy(versioned, ({ version }) => version.name).values()) {
      const versions = group.map(({ version }) => version);
      if (isNamedIn(asked, versions)) continue;
      const newest = group.reduce((best, each) =>
        compareVersions(each.version, best.version) > 0 ? each : best,
      );
      const [current = [], outdated = []] = partition(
        group,
        ({ version }) => compareVersions(version, newest.version) === 0,
      );
      for (const { entry: older } of outdated) {
        const words = readWords(older);
        const newer = current.find((each) => {
          each.words ??= readWords(each.entry);
          const others = each.words;
          return [...words].filter((word) => others.has(word)).length >= minShared * words.size;
        });
        add(older, newer?.entry);
      }
    }
  }
  return [...newerOf.keys()].map((older) => ({ older, newer: findNewest(older) }));
}

type Words = ReadonlySet<string>;

function partition<Item>(items: readonly Item[], isFirst: (item: Item) => boolean): Item[][] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))];
}

function readWords({ chunk }: RankedChunk): Words {
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
function putBehind(raised: readonly RankedChunk[], pairs: readonly Replaced[]): RankedChunk[] {
  const scores = new Map(raised.map(({ chunk, score }) => [chunk.id, score]));
  const behind = pairs.map(({ older, newer }) => ({
    ...older,
    newer: newer.chunk,
    score: Math.min(older.score, scores.get(newer.chunk.id) ?? 0),
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
