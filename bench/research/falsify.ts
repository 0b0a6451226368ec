import { splitSentences } from '@lectern/retrieval/text';
import { readInterventions } from '../../services/llm/src/research/frame/read-names.ts';
import type { RecordSource } from '../../services/llm/src/research/synthesis/record-source.ts';
import { describeDate } from '../../services/llm/src/research/synthesis/words.ts';

export interface MadeStatement {
  readonly text: string;
  readonly source: RecordSource;
}

/** Statements of one kind, all true or all false. */
export interface MadeSet {
  readonly name: string;
  readonly isTrue: boolean;
  readonly statements: readonly MadeStatement[];
  /** Share that may be judged wrongly. */
  readonly maxWrong: number;
}

/** Every kind of statement that is made of records. */
export function makeSets(sources: readonly RecordSource[]): readonly MadeSet[] {
  const told = listSentences(sources);
  const right = (name: string, maxWrong: number, statements: readonly MadeStatement[]) => {
    return { name, isTrue: true, statements, maxWrong };
  };
  const wrong = (name: string, statements: readonly MadeStatement[]) => {
    return { name, isTrue: false, statements, maxWrong: 0.03 };
  };
  return [
    right('sentences of the records', 0, told),
    right('fields of the studies', 0, listFieldStatements(sources)),
    right('the same in other words', 0.01, reword(told)),
    wrong('negated', negate(told)),
    wrong('without their denial', affirm(told)),
    wrong('compared the other way round', reverse(told)),
    wrong('another medicine', swapMedicines(told)),
    wrong('dates swapped', swapDates(sources)),
    wrong('fields denied', denyFields(sources)),
    wrong('effects that no study tells', inventEffects(sources)),
  ];
}

type Trial = Extract<RecordSource, { kind: 'trial' }>;

/** Every sentence of the records' abstracts and summaries, each citing its own record. */
export function listSentences(sources: readonly RecordSource[]): readonly MadeStatement[] {
  return sources.flatMap((source) =>
    textsOf(source)
      .flatMap((text) => splitSentences(text))
      .map(({ text }) => ({ text: cite(text.replaceAll(/\[[^\]]*\]/g, ' '), source), source })),
  );
}

const alike: readonly (readonly [RegExp, string])[] = [
  [/\bhigher\b/g, 'greater'],
  [/\breduced\b/g, 'decreased'],
  [/\bincreased\b/g, 'raised'],
  [/\bdid not\b/g, "didn't"],
  [/\bwas not\b/g, "wasn't"],
  [/\brandomized\b/g, 'randomised'],
  [/\bparticipants\b/g, 'patients'],
  [/\befficacy\b/g, 'effectiveness'],
];

/** The same in other words: told of somebody, cut at a comma, joined with the next, in words that mean the same. */
function reword(told: readonly MadeStatement[]): readonly MadeStatement[] {
  return told.flatMap(({ text, source }, index) => {
    const plain = text.replace(/\s*\[\d+\]\.$/, '');
    const next = told[index + 1];
    const [first = plain] = plain.split(/[,;] /);
    const forms = [
      `The record says that ${plain}`,
      `According to it, ${alike.reduce((said, [word, other]) => said.replaceAll(word, other), plain)}`,
      ...(first !== plain && first.split(' ').length >= 6 ? [first] : []),
      ...(next?.source === source ? [`${plain}; ${next.text.replace(/\s*\[\d+\]\.$/, '')}`] : []),
    ];
    return forms.map((form) => ({ text: cite(form, source), source }));
  });
}

function textsOf(source: RecordSource): readonly string[] {
  if (source.kind === 'publication') return source.record.abstract.map(({ text }) => text);
  return source.kind === 'trial' ? [source.record.brief_summary ?? ''] : [];
}

/** What the fields of the studies say, in sentences of English and Russian. */
function listFieldStatements(sources: readonly RecordSource[]): readonly MadeStatement[] {
  return trialsOf(sources).flatMap((source) => {
    const { record } = source;
    return [
      `${record.nct_id} has the status ${record.status.toLowerCase().replaceAll('_', ' ')}`,
      ...(record.sponsor ? [`The study is sponsored by ${record.sponsor}`] : []),
      ...(record.study_type
        ? [
            `It is ${/^[AEIOU]/.test(record.study_type) ? 'an' : 'a'} ${record.study_type.toLowerCase()} study`,
          ]
        : []),
      ...(record.enrollment
        ? [
            `The study enrolled ${record.enrollment.count} participants`,
            `В исследовании ${record.enrollment.count} участников`,
          ]
        : []),
      ...tellDates(
        record,
        ({ start }) => start,
        ({ completion }) => completion,
      ),
    ].map((text) => ({ text: cite(text, source), source }));
  });
}

/** The same with the dates of one thing told of the other one. */
function swapDates(sources: readonly RecordSource[]): readonly MadeStatement[] {
  return trialsOf(sources).flatMap((source) =>
    tellDates(
      source.record,
      ({ completion }) => completion,
      ({ start }) => start,
    ).map((text) => ({
      text: cite(text, source),
      source,
    })),
  );
}

interface Dates {
  readonly start: string;
  readonly completion: string;
}

function tellDates(
  { start_date: start, completion_date: completion }: Trial['record'],
  first: (dates: Dates) => string,
  last: (dates: Dates) => string,
): readonly string[] {
  if (!start || !completion || start === completion) return [];
  const dates = { start, completion };
  return (['en', 'ru'] as const).flatMap((language) => {
    const [began, ended] = [first(dates), last(dates)].map((date) => describeDate(date, language));
    return language === 'en'
      ? [
          `The study started in ${began} and was completed in ${ended}`,
          `It began on ${began}`,
          `In ${ended}, the study was finished`,
          `The start date is ${first(dates)}, the completion date ${last(dates)}`,
        ]
      : [`Исследование начато ${began} и завершено ${ended}`, `Начало: ${began}`];
  });
}

const auxiliary = /\b(was|were|is|are|has|have|had|can|will|did|does)\b(?!\s+(?:not|no)\b)/;
const denial = /\b(?:not|no|never|without|neither|nor|none|cannot|fail\w*|lack\w*|un\w+|non\w*)\b/i;

/** Sentences that deny nothing, with a `not` behind their first verb. */
function negate(told: readonly MadeStatement[]): readonly MadeStatement[] {
  return told.flatMap(({ text, source }) =>
    auxiliary.test(text) && !denial.test(text)
      ? [{ text: text.replace(auxiliary, '$1 not'), source }]
      : [],
  );
}

/** Sentences with a `not`, without it. */
function affirm(told: readonly MadeStatement[]): readonly MadeStatement[] {
  return told.flatMap(({ text, source }) =>
    (text.match(/\bnot\b/g) ?? []).length === 1 && !/\bnot only\b/.test(text)
      ? [{ text: text.replace(/\b(?:did|does|do) not\b|\bnot\b/, ''), source }]
      : [],
  );
}

const reversed: readonly (readonly [string, string])[] = [
  ['higher', 'lower'],
  ['increased', 'reduced'],
  ['increase', 'decrease'],
  ['better', 'worse'],
  ['improved', 'worsened'],
  ['superior', 'inferior'],
  ['shorter', 'longer'],
  ['greater', 'smaller'],
  ['more', 'less'],
];
const turns = new Map(
  reversed.flatMap(([one, other]) => [[one, other] as const, [other, one] as const]),
);
const comparing = new RegExp(`\\b(?:${[...turns.keys()].join('|')})\\b(?! than \\d)`, 'g');

/** Sentences that compare, the other way round. */
function reverse(told: readonly MadeStatement[]): readonly MadeStatement[] {
  return told.flatMap(({ text, source }) => {
    const turned = text.replaceAll(comparing, (word) => turns.get(word) ?? word);
    return turned === text ? [] : [{ text: turned, source }];
  });
}

const medicines = ['sotorasib', 'lumiravir', 'metformin', 'dexamethasone'];

/** Sentences that name a medicine, with one in its place that their record does not name. */
function swapMedicines(told: readonly MadeStatement[]): readonly MadeStatement[] {
  return told.flatMap(({ text, source }) => {
    const [{ text: held, title }] = source.passages;
    const other = medicines.find((name) => !`${title} ${held}`.toLowerCase().includes(name)) ?? '';
    const name = readInterventions(text).names.find(
      (one) => one !== 'placebo' && text.toLowerCase().includes(one),
    );
    if (name === undefined) return [];
    return [
      { text: text.replaceAll(new RegExp(name.replaceAll(/[()]/g, '\\$&'), 'gi'), other), source },
    ];
  });
}

/** Effects that a registry's record of a study does not tell. */
function inventEffects(sources: readonly RecordSource[]): readonly MadeStatement[] {
  return trialsOf(sources).flatMap((source) => {
    const [name = 'The treatment'] = source.record.interventions
      .map(({ name }) => name)
      .filter((name) => !/^no\b/i.test(name));
    const [condition = 'patients'] = source.record.conditions;
    return [
      `The efficacy of ${name} was shown`,
      `${name} was better than the other treatment in ${condition}`,
      `${name} was effective in ${condition}`,
      `${name} significantly reduced ${condition}`,
      `${name} is safe in ${condition}`,
    ].map((text) => ({ text: cite(text, source), source }));
  });
}

/** Fields of studies, denied. */
function denyFields(sources: readonly RecordSource[]): readonly MadeStatement[] {
  return trialsOf(sources).flatMap((source) => {
    const { status, study_type } = source.record;
    const words = `${source.passages[0].title} ${source.passages[0].text}`;
    return [
      `The study is not ${status.toLowerCase().replaceAll('_', ' ')}`,
      ...(status === 'COMPLETED'
        ? ['The study was not completed', 'Исследование не завершено']
        : []),
      ...(study_type ? [`It is not an ${study_type.toLowerCase()} study`] : []),
      ...(study_type === 'INTERVENTIONAL' ? ['It is an observational study'] : []),
      ...(/randomi[sz]ed/i.test(words)
        ? ['The study was not randomized']
        : ['The study was randomized']),
      ...(/blind/i.test(words) ? ['The study was not blinded'] : ['The study was double-blind']),
    ].map((text) => ({ text: cite(text, source), source }));
  });
}

function trialsOf(sources: readonly RecordSource[]): readonly Trial[] {
  return sources.filter((source) => source.kind === 'trial');
}

function cite(text: string, { n }: RecordSource): string {
  return `${text.replace(/\.\s*$/, '')} [${n}].`;
}
