import { type TrialStatus, trialStatusSchema } from '@lectern/contracts';
import { type Filter, type Found, negation, severalDenied } from './found-filter.ts';

type StatusForm = readonly [TrialStatus | readonly TrialStatus[], RegExp];

/** Statuses whose own name holds a `not`: they are read before denials. */
const notRecruiting: readonly StatusForm[] = [
  [
    'ACTIVE_NOT_RECRUITING',
    /active,?\s*(?:but\s*)?(?:not|no longer)\s*recruiting|active but closed|(?:have |has )?(?:stopped|ceased|finished|closed) (?:recruit\w*|enrol\w*)|(?:recruitment|enrol?lment)(?: is| has| was)?(?: been)? (?:closed|completed|finished|over)|(?:ид(?:ут|[её]т),? (?:но )?)?набор(?: участников| пациентов)? (?:уже )?(?:заверш[её]н|(?:за|о)кончен|закрыт)[а-яё]*|заверш[её]нн[а-яё]* набор[а-яё]*|активн\S*,? без набора/giu,
  ],
  [
    'NOT_YET_RECRUITING',
    /not yet recruiting|not yet open|(?:(?:have|has) (?:not|never)|(?:have|has)n['’]t|not|never) (?:yet )?(?:started|begun|opened) (?:recruit\w*|enrol\w*)|yet to (?:start|begin) (?:recruit\w*|enrol\w*)|планируем\S*|набор(?: участников| пациентов)? (?:ещё |еще |пока )?не нача[а-яё]*|(?:ещё|еще|пока) не начат\S*/giu,
  ],
];

/** Statuses that are denied in words of their own. */
const denials: readonly StatusForm[] = [
  [
    ['RECRUITING', 'NOT_YET_RECRUITING'],
    /(?<![\p{L}])no longer (?:recruit(?:ing)?|enrol(?:l?ing)?|open to enrol\w*)|(?:(?<![\p{L}])not|n['’]t) (?:recruiting|enrolling) any ?(?:more|longer)|(?<![\p{L}])набор(?: участников| пациентов)? (?:больше|уже) не (?:ид[её]т|вед[её]тся)|(?<![\p{L}])(?:больше|уже) не набира\S+(?: участников| пациентов)?/giu,
  ],
  [
    'RECRUITING',
    /(?<![\p{L}])набор(?: участников| пациентов)? (?:уже |сейчас |больше )?не (?:ид[её]т|вед[её]тся)/giu,
  ],
  ['COMPLETED', /(?<![\p{L}])незаверш[её]нн\S*/giu],
  [
    ['RECRUITING', 'ACTIVE_NOT_RECRUITING', 'ENROLLING_BY_INVITATION'],
    /(?:(?<![\p{L}])(?:not|no longer)|n['’]t)\s+(?:(?:still|currently)\s+)*(?:ongoing|running|under ?way|in progress)(?![\p{L}])/giu,
  ],
];

/** The longer ways of saying come first, since they hold shorter ones. */
const statuses: readonly StatusForm[] = [
  ['ENROLLING_BY_INVITATION', /enrolling[- ]by[- ]invitation|набор по приглашению/giu],
  [
    'RECRUITING',
    /(?:currently |actively )?(?:recruiting|enrolling|open (?:to|for) (?:enrol|recruit)\w*)|(?<=(?:trials?|stud(?:y|ies)|that|which|still|currently|actively|now)\s+|(?:not|n['’]t)\s+)recruits?(?![\p{L}])|open(?=\s+(?!label|access|heart|surg|fractur|angle|abdom|repair|reduc|wound|lung|source|chest|science|dialog|prostat|bite|globe|spina)(?:[\w-]+\s+){0,3}?(?:trials?|stud(?:y|ies))(?![\p{L}]))|(?<=(?:trials?|stud(?:y|ies))\s+(?:(?:that|which|still|currently|are|is)\s+)+)open(?![\p{L}-])(?!\s+(?:label|access))|(?:сейчас )?(?:набира\S+(?: ли)?|с идущим набором|(?:ид[её]т|вед[её]тся)(?: ли)?(?: (?:сейчас|ещё|еще))* набор|набор (?:ид[её]т|вед[её]тся)|с открытым набором|открыт\S* набор)(?: участников| пациентов)?/giu,
  ],
  [
    'COMPLETED',
    /\bcompleted\b|\bfinished\b|завершенн\S*|завершённ\S*|законченн\S*|завершены|завершено/giu,
  ],
  [
    'TERMINATED',
    /\bterminated\b|stopped early|досрочно прекращ[её]нн\S*|(?:прекращ[её]нн\S*|прекращен[оы])(?: досрочно)?|остановленн\S*/giu,
  ],
  ['WITHDRAWN', /\bwithdrawn\b|отозванн\S*|отозван[оы]|отменённ\S*|отмененн\S*/giu],
  ['SUSPENDED', /\bsuspended\b|приостановленн\S*|приостановлен[оы]/giu],
  [
    'UNKNOWN',
    /(?:with (?:an )?|of )?unknown (?:recruitment |overall )?status|status (?:is )?unknown|(?:с )?неизвестн\S* статус\S*|(?:со )?статус\S* неизвест\S*/giu,
  ],
  [
    ['RECRUITING', 'ACTIVE_NOT_RECRUITING', 'ENROLLING_BY_INVITATION'],
    /(?:still )?(?:ongoing|current|running)(?=[\s,]+(?:[\w-]+\s+){0,3}(?:trials?|stud(?:y|ies)))|(?<=(?:trials?|stud(?:y|ies))\s)(?:(?:that|which|still|currently|are|is)\s+)*(?:ongoing|under ?way|in progress|running)|(?:that|which)\s+(?:are|is)\s+(?:(?:still|currently)\s+)*(?:ongoing|under ?way|in progress|running|active)(?!\s+(?:but|not))|active(?=\s+(?:clinical\s+)?(?:trials?|stud(?:y|ies)))|действующ\S*(?=\s+(?:клиническ\S*\s+)?(?:исследовани|испытани))|продолжающ\S*|(?:still|that (?:are|is)|which (?:are|is)) going on|still going(?! to(?![\p{L}]))|(?:(?:сейчас|ещё|еще) )+ид(?:ут|[её]т)(?! набор)|идут(?: (?:сейчас|ещё|еще))*(?=\s*(?:[?.!,]|$))|(?:сейчас )?идущ(?:ие|их|ее|ем)|текущ(?:ие|их)(?=\s+(?:клиническ\S*\s+)?(?:исследовани|испытани))/giu,
  ],
];

const severalStatuses = severalDenied(statuses.map(([, { source }]) => source).join('|'));

/** Statuses that a question asks for and against. */
export interface FoundStatuses extends Filter<TrialStatus> {
  readonly denied: readonly TrialStatus[];
}

export function readStatuses(text: string): FoundStatuses {
  const values: TrialStatus[] = [];
  const denied: TrialStatus[] = [];
  const aside: string[] = [];
  let rest = text;
  const deny = (status: StatusForm[0]) => (match: string) => {
    aside.push(match.trim());
    denied.push(...[status].flat());
    return ' ';
  };
  const take = ([status, { source }]: StatusForm) => {
    const pattern = new RegExp(`${negation}(?<![\\p{L}])(?:${source})`, 'giu');
    rest = rest.replaceAll(pattern, (match, negated?: string) => {
      if (negated) return deny(status)(match);
      values.push(...[status].flat());
      return ' ';
    });
  };
  notRecruiting.forEach(take);
  for (const [status, pattern] of denials) rest = rest.replaceAll(pattern, deny(status));
  rest = rest.replaceAll(severalStatuses, (match) => deny(listStatuses(match))(match));
  statuses.forEach(take);
  return { values: [...new Set(values)], denied: [...new Set(denied)], aside, rest };
}

/** Statuses that words name, whatever they say of them. */
function listStatuses(words: string): TrialStatus[] {
  let rest = words;
  return statuses.flatMap(([status, { source }]) => {
    const without = rest.replaceAll(new RegExp(`(?<![\\p{L}])(?:${source})`, 'giu'), ' ');
    const isNamed = without !== rest;
    rest = without;
    return isNamed ? [status].flat() : [];
  });
}

/**
 * The statuses that a study may have: of those that are asked for the ones that are not denied, else
 * all that are not. None where a question asks for what it denies.
 */
export function keepStatuses({
  values,
  denied,
}: Pick<FoundStatuses, 'values' | 'denied'>): readonly TrialStatus[] {
  const from = values.length > 0 ? values : trialStatusSchema.options;
  return denied.length > 0 ? from.filter((status) => !denied.includes(status)) : values;
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

const severalTypes = severalDenied(publicationTypes.map(([, { source }]) => source).join('|'));

/** Types that are asked for. One that is asked against is set aside. */
export function readPublicationTypes(text: string): Filter<string> {
  const values: string[] = [];
  const aside: string[] = [];
  const setAside = (match: string) => {
    aside.push(match.trim());
    return ' ';
  };
  let rest = text.replaceAll(severalTypes, setAside);
  for (const [type, { source }] of publicationTypes) {
    rest = rest.replaceAll(
      new RegExp(`${negation}(?:${source})`, 'giu'),
      (match, negated?: string) => {
        if (negated) return setAside(match);
        values.push(type);
        return ' ';
      },
    );
  }
  return { values: [...new Set(values)], aside, rest };
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
const companies =
  /(?<![\p{L}])(?:Novo Nordisk|Eli Lilly|Pfizer|Gilead(?: Sciences)?|Merck|Roche|Novartis|AstraZeneca|Sanofi|GSK|GlaxoSmithKline|Bayer|Moderna|BioNTech|Amgen|AbbVie|Takeda|Biogen|Regeneron|Johnson & Johnson|Janssen|Boehringer Ingelheim|Bristol[- ]Myers Squibb|NIAID|NIH|Madrigal(?: Pharmaceuticals)?)(?![\p{L}])/u;

/** Words that are written with a small or a capital letter at their beginning. */
const anyCase = (words: string) =>
  words.replaceAll(/(?<![\p{L}])\p{Ll}/gu, (letter) => `[${letter}${letter.toUpperCase()}]`);
const listed = `(?:the\\s+)?${name}(?:(?:\\s*,|\\s*,?\\s+(?:and|or|nor|и|или|ни))\\s+(?:(?:by|not|от)\\s+)*(?:the\\s+)?${name})*`;
const making =
  '(?:sponsored|funded|run|conducted|led|sponsors?|спонсор\\S*|спонсир\\S*|провед\\S*|проводим\\S*)';
const linking = `(?:${making}|by|from|of|those|ones|trials|studies|been|is|are|компани\\S*|фирм\\S*|от|исследовани\\S*|испытани\\S*|тех|те|явля\\S*)`;
const denying = `(?:${anyCase('not|never|no|except for|except|excluding|exclude|without|others than|other than|apart from|aside from|не|кроме|исключая|без|за исключением')}|(?:anyone|anybody|everyone|everybody|any|all|company|companies|sponsors?)\\s+but|(?:is|are|was|were)n['’]t)`;
const sponsorAgainst = new RegExp(
  `(?<![\\p{L}])((?:${making}\\s+(?:by\\s+|is\\s+|are\\s+)?(?:(?:someone|somebody|anyone|anybody|sponsors|companies)\\s+)?)?(?:${denying}\\s+|[Nn]on-)(?:${linking}\\s+)*)(${listed})(?:['’]s)?(?:\\s+(?:funding|support|sponsorship)(?![\\p{L}]))?`,
  'gu',
);
const makesSponsor = new RegExp(
  `(?<![\\p{L}])(?:${making}|by|from|от|компани\\S*|фирм\\S*)\\s`,
  'u',
);

const otherSponsor = new RegExp(
  `(?<![\\p{L}])(or|and|или|и)\\s+(?:(?:by|the|от|компани\\S*)\\s+)*(${name})`,
  'gu',
);

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
const caseEnding = '(?:а|у|е|ы|и|ой|ом|ем|ей|я|ю)?(?![\\p{L}])';
const russianCompany = new RegExp(
  `(?<![\\p{L}])(?:${russianCompanies.map(([stem]) => inCapitals(stem)).join('|')})${caseEnding}`,
  'u',
);

/** `АстраЗенека`; only the first letter has to be a capital. */
function inCapitals(stem: string): string {
  return stem.replaceAll(/\p{L}/gu, (letter, at: number) =>
    at === 0 ? letter.toUpperCase() : `[${letter}${letter.toUpperCase()}]`,
  );
}

/** Sponsors that are asked for. Those that are asked against are set aside. */
export function readSponsors(text: string): Filter<string> {
  const aside: string[] = [];
  const asked = text.replaceAll(sponsorAgainst, (said, lead: string, named: string) => {
    if (!makesSponsor.test(lead) && !companies.test(named)) return said;
    aside.push(said.trim());
    return ' ';
  });
  const { values, rest } = readAskedSponsors(asked);
  if (values.length === 0) return { values, aside, rest };
  // The registry is asked for one sponsor or any of several; one that must be there as well is told.
  const named = [...values];
  const others = rest.replaceAll(otherSponsor, (said, joint: string, other: string) => {
    const known = companies.exec(other)?.[0];
    if (!known && !new RegExp(organisation, 'u').test(other)) return said;
    if (/^(?:and|и)$/u.test(joint)) aside.push(said.trim());
    else named.push(known ?? other);
    return ' ';
  });
  return { values: [named.join(' OR ')], aside, rest: others };
}

function readAskedSponsors(text: string): Found<string> {
  const explicit = sponsorPatterns[0]?.exec(text);
  const placed = sponsorPatterns[1]?.exec(text);
  const isOrganisation = placed?.[1] && new RegExp(organisation, 'u').test(placed[1]);
  const found =
    explicit?.[1] ??
    (isOrganisation ? placed?.[1] : undefined) ??
    companies.exec(text)?.[0] ??
    russianCompany.exec(text)?.[0];
  if (!found) return { values: [], rest: text };
  const plain = found
    .replace(/\s+(?:of|and|for|de|&|the)$/, '')
    .replace(/[.,]$/, '')
    .trim();
  const english = russianCompanies.find(([stem]) =>
    new RegExp(`^${stem}${caseEnding}`, 'iu').test(plain),
  );
  const matched = explicit?.[1] === found ? explicit[0] : found;
  const rest = text.replace(matched, ' ').replace(/(?<=\s)['’]s(?![\p{L}])/u, ' ');
  return { values: [english?.[1] ?? plain], rest };
}
