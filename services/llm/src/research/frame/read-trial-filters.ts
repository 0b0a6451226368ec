import type { TrialStatus } from '@lectern/contracts';
import { type Filter, type Found, negation } from './found-filter.ts';

/** The longer ways of saying come first, since they hold shorter ones. */
const statuses: readonly (readonly [TrialStatus | readonly TrialStatus[], RegExp])[] = [
  [
    'ACTIVE_NOT_RECRUITING',
    /active,?\s*(?:but\s*)?(?:not|no longer)\s*recruiting|active but closed|(?:ид(?:ут|[её]т),? (?:но )?)?набор(?: участников| пациентов)? (?:уже )?(?:заверш[её]н|(?:за|о)кончен|закрыт)[а-яё]*|заверш[её]нн[а-яё]* набор[а-яё]*|активн\S*,? без набора/giu,
  ],
  [
    'NOT_YET_RECRUITING',
    /not yet recruiting|not yet open|планируем\S*|ещ[её] не начат\S*|набор ещ[её] не начат/giu,
  ],
  ['ENROLLING_BY_INVITATION', /enrolling[- ]by[- ]invitation|набор по приглашению/giu],
  [
    'RECRUITING',
    /(?:currently |actively )?(?:recruiting|enrolling|open to enrol\w*)|(?:сейчас )?(?:набира\S+(?: ли)?|ид[её]т набор|набор ид[её]т|с открытым набором|открыт\S* набор)(?: участников| пациентов)?/giu,
  ],
  [
    'COMPLETED',
    /\bcompleted\b|\bfinished\b|завершенн\S*|завершённ\S*|законченн\S*|завершены|завершено/giu,
  ],
  ['TERMINATED', /\bterminated\b|stopped early|прекращ[её]нн\S*|прекращены|остановленн\S*/giu],
  ['WITHDRAWN', /\bwithdrawn\b|отозванн\S*|отозваны|отменённ\S*|отмененн\S*/giu],
  ['SUSPENDED', /\bsuspended\b|приостановленн\S*|приостановлены/giu],
  [
    'UNKNOWN',
    /(?:with (?:an )?|of )?unknown (?:recruitment |overall )?status|status (?:is )?unknown|(?:с )?неизвестн\S* статус\S*|(?:со )?статус\S* неизвест\S*/giu,
  ],
  [
    ['RECRUITING', 'ACTIVE_NOT_RECRUITING', 'ENROLLING_BY_INVITATION'],
    /(?:still )?(?:ongoing|current|running)(?=[\s,]+(?:[\w-]+\s+){0,3}(?:trials?|stud(?:y|ies)))|(?<=(?:trials?|stud(?:y|ies))\s)(?:(?:that|which|still|currently|are|is)\s+)*(?:ongoing|under ?way|in progress|running)|(?:that|which)\s+(?:are|is)\s+(?:(?:still|currently)\s+)*(?:ongoing|under ?way|in progress|running|active)(?!\s+(?:but|not))|active(?=\s+(?:clinical\s+)?(?:trials?|stud(?:y|ies)))|продолжающ\S*|(?:сейчас )?идущ(?:ие|их|ее|ем)|текущ(?:ие|их)(?=\s+(?:клиническ\S*\s+)?(?:исследовани|испытани))/giu,
  ],
];

/** Statuses that are asked for. One that is asked against is set aside. */
export function readStatuses(text: string): Filter<TrialStatus> {
  const values: TrialStatus[] = [];
  const aside: string[] = [];
  let rest = text;
  for (const [status, { source }] of statuses) {
    const pattern = new RegExp(`${negation}(?<![\\p{L}])(?:${source})`, 'giu');
    rest = rest.replaceAll(pattern, (match, negated?: string) => {
      if (negated) aside.push(match.trim());
      else values.push(...[status].flat());
      return ' ';
    });
  }
  return { values: [...new Set(values)], aside, rest };
}

const publicationTypes: readonly (readonly [string, RegExp])[] = [
  [
    'Randomized Controlled Trial',
    /randomi[sz]ed (?:controlled )?(?:clinical )?trials?|\brcts?\b|рандомизированн\S* (?:контролируем\S* |клиническ\S* )*(?:исследовани|испытани)\S*|\bрки\b/giu,
  ],
  ['Meta-Analysis', /meta-?analys[ie]s|мета-?анализ\S*/giu],
  ['Systematic Review', /systematic reviews?|систематическ\S* обзор\S*/giu],
  ['Review', /\breviews?\b(?! (?:the|our|my|whether|what|how))|(?<![\p{L}])обзор\S*/giu],
  ['Case Reports', /case reports?|описани\S* случа\S*|клиническ\S* случа\S*/giu],
  [
    'Practice Guideline',
    /(?<!\b(?:our|my|own|internal|house) (?:\w+ )?)(?:clinical |practice )*guidelines?\b|клиническ\S* рекомендаци\S*/giu,
  ],
];

export function readPublicationTypes(text: string): Found<string> {
  const values: string[] = [];
  let rest = text;
  for (const [type, pattern] of publicationTypes) {
    rest = rest.replaceAll(pattern, () => {
      values.push(type);
      return ' ';
    });
  }
  return { values: [...new Set(values)], rest };
}

/** A name in capitals after the words that make it a sponsor, or with a word that makes it an organisation. */
const name =
  "(?:[A-ZА-ЯЁ][\\p{L}\\p{N}&.'’-]*)(?:\\s+(?:of|and|for|de|&|the|[A-ZА-ЯЁ][\\p{L}\\p{N}&.'’-]*))*";
const organisation =
  '(?:University|Institutes?|Hospital|Pharma\\w*|Sciences|Therapeutics|Inc|Ltd|AG|Foundation|College|Clinic|Laboratories|Biotech|Group|Center|Centre|Университет\\S*|Институт\\S*)';
const sponsorPatterns = [
  new RegExp(
    `(?:sponsored by|funded by|run by|conducted by|led by|sponsor(?:\\s+is)?:?|спонсор\\S*|спонсир\\S*|компани[ия]\\S*|проводим\\S*)\\s*(?:[—–:-]\\s*|\\s)(?:the\\s+)?(${name})`,
    'u',
  ),
  new RegExp(`(?:by|of|at|from|от)\\s+(?:the\\s+)?(${name})(?=[^\\p{L}]|$)`, 'u'),
];
const sponsorAgainst = new RegExp(
  `(?<![\\p{L}])(?:not|never|except(?: those)?|excluding(?: those)?|не|кроме)\\s+(?:been\\s+)?(?:sponsored by|funded by|run by|conducted by|led by|спонсир\\S*|проводим\\S*)\\s+(?:the\\s+|компани\\S+\\s+)?${name}`,
  'u',
);
const companies =
  /(?<![\p{L}])(?:Novo Nordisk|Eli Lilly|Pfizer|Gilead(?: Sciences)?|Merck|Roche|Novartis|AstraZeneca|Sanofi|GSK|GlaxoSmithKline|Bayer|Moderna|BioNTech|Amgen|AbbVie|Takeda|Biogen|Regeneron|Johnson & Johnson|Janssen|Boehringer Ingelheim|Bristol[- ]Myers Squibb|NIAID|NIH|Madrigal(?: Pharmaceuticals)?)(?![\p{L}])/u;

/** Sponsors that are asked for. One that is asked against is set aside. */
export function readSponsors(text: string): Filter<string> {
  const against = sponsorAgainst.exec(text);
  if (against) {
    const [said] = against;
    const others = readSponsors(text.replace(said, ' '));
    return { ...others, aside: [said.trim(), ...others.aside] };
  }
  const explicit = sponsorPatterns[0]?.exec(text);
  const placed = sponsorPatterns[1]?.exec(text);
  const isOrganisation = placed?.[1] && new RegExp(organisation, 'u').test(placed[1]);
  const found =
    explicit?.[1] ?? (isOrganisation ? placed?.[1] : undefined) ?? companies.exec(text)?.[0];
  if (!found) return { values: [], aside: [], rest: text };
  const plain = found
    .replace(/\s+(?:of|and|for|de|&|the)$/, '')
    .replace(/[.,]$/, '')
    .trim();
  const english = russianCompanies.find(([stem]) => plain.toLowerCase().startsWith(stem));
  const matched = explicit?.[1] === found ? explicit[0] : found;
  return { values: [english?.[1] ?? plain], aside: [], rest: text.replace(matched, ' ') };
}

/** Companies as Russian writes them, by their stems. */
const russianCompanies: readonly (readonly [string, string])[] = [
  ['ново нордиск', 'Novo Nordisk'],
  ['эли лилли', 'Eli Lilly'],
  ['пфайзер', 'Pfizer'],
  ['гилеад', 'Gilead Sciences'],
  ['мерк', 'Merck'],
  ['рош', 'Roche'],
  ['новартис', 'Novartis'],
  ['астразенек', 'AstraZeneca'],
  ['санофи', 'Sanofi'],
  ['байер', 'Bayer'],
  ['модерн', 'Moderna'],
  ['амджен', 'Amgen'],
  ['эббви', 'AbbVie'],
  ['такед', 'Takeda'],
  ['биокад', 'Biocad'],
  ['р-фарм', 'R-Pharm'],
];
