import type { PubmedSearchInput } from '@lectern/contracts';

/** NCBI requires both ends of a range of dates. */
const earliest = '1500';
const latest = '3000';

/** Returns the parameters of `esearch` for a search. */
export function toSearchParameters(input: PubmedSearchInput): Readonly<Record<string, string>> {
  const { date_from: from, date_to: to, publication_types: types } = input;
  const slashed = (date: string) => date.replaceAll('-', '/');
  return {
    term:
      types.length > 0
        ? `(${input.query}) AND (${types.map(toTypeTerm).join(' OR ')})`
        : input.query,
    retstart: String(input.offset),
    retmax: String(input.limit),
    sort: input.sort === 'date' ? 'pub_date' : 'relevance',
    ...((from || to) && {
      datetype: 'pdat',
      mindate: slashed(from ?? earliest),
      maxdate: slashed(to ?? latest),
    }),
  };
}

function toTypeTerm(type: string): string {
  return `"${type.replaceAll(/["[\]]/g, '')}"[Publication Type]`;
}
