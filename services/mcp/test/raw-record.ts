/** Parses raw records by text search, independently of the product's parsers. */
const named: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
};

export function plain(markup: string): string {
  return markup
    .replace(/<[^>]+>/g, '')
    .replace(/&(#x?[0-9a-fA-F]+|\w+);/g, (_, name: string) => {
      if (name.startsWith('#x')) return String.fromCodePoint(Number.parseInt(name.slice(2), 16));
      if (name.startsWith('#')) return String.fromCodePoint(Number(name.slice(1)));
      return named[name] ?? `?${name}?`;
    })
    .replace(/\s+/g, ' ')
    .trim();
}

/** Returns the contents of all elements of a name, in order; they must not nest. */
export function all(raw: string, name: string, attributes = ''): string[] {
  const pattern = new RegExp(
    `<${name}(?=[ >/])[^>]*?${attributes}[^>]*?(?<!/)>((?:.|\\n)*?)</${name}>`,
    'g',
  );
  return [...raw.matchAll(pattern)].map(([, content]) => content ?? '');
}

export function first(raw: string, name: string, attributes = ''): string | null {
  const found = all(raw, name, attributes)[0];
  return found === undefined ? null : plain(found) || null;
}

/** Parses all fields of a publication independently of the product. */
export function readRawPublication(raw: string) {
  const citation = raw.slice(0, raw.indexOf('</MedlineCitation>'));
  const article = all(citation, 'Article')[0] ?? '';
  const data = raw
    .slice(raw.indexOf('<PubmedData>'))
    .replace(/<ReferenceList>[\s\S]*<\/ReferenceList>/, '');
  const references = /<ReferenceList>[\s\S]*<\/ReferenceList>/.exec(raw)?.[0] ?? '';
  const issue = all(article, 'JournalIssue')[0] ?? '';
  const pubDate = all(issue, 'PubDate')[0] ?? '';
  const abstracts = [...article.matchAll(/<AbstractText(?:\s[^>]*)?>([\s\S]*?)<\/AbstractText>/g)];
  const authors = all(article, 'Author');
  const pmid = first(citation, 'PMID') ?? '';
  return {
    pmid,
    title: first(article, 'ArticleTitle') ?? '',
    vernacular_title: first(article, 'VernacularTitle'),
    authors: authors.map((author) => ({
      last_name: first(author, 'LastName'),
      fore_name: first(author, 'ForeName'),
      initials: first(author, 'Initials'),
      collective_name: first(author, 'CollectiveName'),
    })),
    journal: {
      title: first(article, 'Title'),
      abbreviation: first(article, 'ISOAbbreviation'),
      issn: first(article, 'ISSN'),
      volume: first(issue, 'Volume'),
      issue: first(issue, 'Issue'),
      pages: first(article, 'MedlinePgn'),
    },
    published: readRawDate(pubDate),
    published_text: ['Year', 'Season', 'Month', 'Day', 'MedlineDate']
      .flatMap((name) => first(pubDate, name) ?? [])
      .join(' '),
    abstract: abstracts.map((part) => ({
      label: /Label="([^"]*)"/.exec(part[0].slice(0, part[0].indexOf('>')))?.[1] ?? null,
      text: plain(part[1] ?? ''),
    })),
    publication_types: all(article, 'PublicationType').map(plain),
    mesh_terms: all(citation, 'MeshHeading').map((heading) => ({
      term: first(heading, 'DescriptorName') ?? '',
      major: heading.includes('MajorTopicYN="Y"'),
    })),
    keywords: all(citation, 'Keyword').map(plain),
    languages: all(article, 'Language').map(plain),
    doi: first(data, 'ArticleId', 'IdType="doi"') ?? first(article, 'ELocationID', 'EIdType="doi"'),
    pmcid: first(data, 'ArticleId', 'IdType="pmc"'),
    nct_ids: [...new Set(article.match(/NCT\d{8}/g) ?? [])],
    references: [...new Set(all(references, 'ArticleId', 'IdType="pubmed"').map(plain))],
    related: [
      ...citation.matchAll(
        /<CommentsCorrections RefType="(\w+)">([\s\S]*?)<\/CommentsCorrections>/g,
      ),
    ].map(([, type, content]) => ({
      type,
      pmid: first(content ?? '', 'PMID'),
      citation: first(content ?? '', 'RefSource') ?? '',
    })),
    retracted: /RefType="RetractionIn"|>Retracted Publication</.test(citation),
    record_status: /<MedlineCitation[^>]*Status="([^"]*)"/.exec(citation)?.[1] ?? null,
    url: `https://pubmed.ncbi.nlm.nih.gov/${pmid}/`,
  };
}

const months = [
  '',
  'Jan',
  'Feb',
  'Mar',
  'Apr',
  'May',
  'Jun',
  'Jul',
  'Aug',
  'Sep',
  'Oct',
  'Nov',
  'Dec',
];

function readRawDate(pubDate: string): string | null {
  const text = first(pubDate, 'MedlineDate') ?? '';
  const year = first(pubDate, 'Year') ?? text.slice(0, 4);
  if (!/^\d{4}$/.test(year)) return null;
  const name = first(pubDate, 'Month') ?? text.slice(5, 8);
  const month = /^\d\d?$/.test(name) ? Number(name) : Math.max(0, months.indexOf(name));
  if (!month) return year;
  const day = first(pubDate, 'Day');
  return [year, String(month).padStart(2, '0'), ...(day ? [day.padStart(2, '0')] : [])].join('-');
}
