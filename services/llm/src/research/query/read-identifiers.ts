import { anyOf, type UnreadText, wordsOf } from './unread-text.ts';

export interface Identifiers {
  readonly nctIds: readonly string[];
  readonly pmids: readonly string[];
  readonly dois: readonly string[];
  /** Numbers that begin like those of trials and have too few or too many digits. */
  readonly wrongNctIds: readonly string[];
}

const pubmedAddress =
  /(?:https?:\/\/)?(?:www\.)?(?:pubmed\.ncbi\.nlm\.nih\.gov|ncbi\.nlm\.nih\.gov\/pubmed)\/(\d{1,8})(?!\d)\/?(?:[?#]\S*)?/giu;
const registryAddress =
  /(?:https?:\/\/)?(?:www\.)?clinicaltrials\.gov\/(?:ct2\/show|study|show)\/(nct\d{8})(?!\d)\S*/giu;
const nctPattern = /(?<![\p{L}\p{N}])nct[\s:#№-]{0,2}(\d+)(?![\p{L}\p{N}])/giu;
const and = anyOf(wordsOf(({ conjunctions }) => conjunctions));
const pmidPattern = new RegExp(
  `(?<![\\p{L}\\p{N}])pmids?(?![\\p{L}])[:\\s#№]*(\\d{1,9}(?:(?:\\s*[,;/]\\s*|\\s+${and}\\s+)(?:pmid[:\\s#№]*)?\\d{4,9})*)`,
  'giu',
);
const doi = /(?<![\p{L}\p{N}])10\.\d{4,9}\/\S*[\p{L}\p{N}]/giu;

/** Reads the identifiers of records and takes them out. */
export function readIdentifiers(text: UnreadText): Identifiers {
  const nctIds: string[] = [];
  const wrongNctIds: string[] = [];
  const pmids: string[] = [];
  text.consume(/doi:\s*(?=10\.)|https?:\/\/(?:dx\.)?doi\.org\/(?=10\.)/giu);
  text.consume(pubmedAddress, ([, pmid = '']) => pmids.push(pmid));
  text.consume(registryAddress, ([, id = '']) => nctIds.push(id.toUpperCase()));
  const dois: string[] = [];
  text.consume(doi, ([written]) => dois.push(written));
  text.consume(nctPattern, ([, digits = '']) =>
    (digits.length === 8 ? nctIds : wrongNctIds).push(`NCT${digits}`),
  );
  text.consume(pmidPattern, ([, list = '']) => pmids.push(...(list.match(/\d+/g) ?? [])));
  return {
    nctIds: [...new Set(nctIds)],
    pmids: [...new Set(pmids)],
    dois: [...new Set(dois)],
    wrongNctIds,
  };
}
