import { detectLanguage, type Language } from '@lectern/retrieval/language';

/** Sentences that follow quoted table rows. */
export interface RowNotes {
  /** `count` more rows fit the question. */
  readonly moreRows: (count: number) => string;
  /** A count, a sum or a mean was asked for. */
  readonly notComputed: string;
}

const catalogue: Readonly<Record<Language, RowNotes>> = {
  de: {
  moreRows: (count) => `Weitere passende Zeilen: ${count}.`,
  notComputed:
    'Das sind die Zeilen selbst: Sie wurden weder gezählt noch addiert, und die Dokumente können weitere enthalten.',
  },
  en: {
  moreRows: (count) => `More rows that fit: ${count}.`,
  notComputed:
    'These are the rows; they were not counted or added up, and the documents may hold more.',
  },
  es: {
  moreRows: (count) => `Otras filas que corresponden: ${count}.`,
  notComputed:
    'Estas son las filas: no se han contado ni sumado, y los documentos pueden contener más.',
  },
  fr: {
  moreRows: (count) => `Autres lignes qui conviennent : ${count}.`,
  notComputed:
    'Ce sont les lignes elles-mêmes : elles n’ont été ni comptées ni additionnées, et les documents peuvent en contenir d’autres.',
  },
  ja: {
  moreRows: (count) => `ほかに該当する行: ${count}。`,
  notComputed:
    'これらは該当する行そのもので、数えたり合計したりはしていません。文書にはほかの行があるかもしれません。',
  },
  ko: {
  moreRows: (count) => `그 밖에 해당하는 행: ${count}.`,
  notComputed:
    '해당하는 행을 그대로 보여 드립니다. 세거나 더하지 않았으며, 문서에 더 있을 수 있습니다.',
  },
  ru: {
  moreRows: (count) => `Подходящих строк ещё: ${count}.`,
  notComputed:
    'Это сами строки: они не пересчитаны и не сложены, и в документах их может быть больше.',
  },
  zh: {
  moreRows: (count) => `其他符合的行：${count}。`,
  notComputed: '以上只是符合的行，没有计数或求和；文档中可能还有更多。',
  },
};

/** Returns the notes in the language of a question. */
export function rowNotesFor(question: string): RowNotes {
  return catalogue[detectLanguage(question)];
}
