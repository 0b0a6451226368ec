import type { Texts } from '../en/index.ts';

export const warnings: Texts['warnings'] = {
  collection_empty: 'Здесь пока нет документов, в которых можно искать.',
  no_such_collection: 'Коллекции с таким названием, доступной вам, нет.',
  phrase_not_found: 'Точно таких слов нет ни в одном отрывке; в этих есть часть из них.',
  embedding_unavailable: 'Поиск по смыслу сейчас недоступен; найдено только по словам.',
  rerank_timeout: 'Переоценка успела не всё; остальное — в порядке слияния.',
  rerank_unavailable: 'Переоценка недоступна; порядок — по слиянию.',
  document_not_searched:
    'По остатку вопроса документы не искались; отрывки подобраны по вопросу целиком.',
  corrected: (word, instead) =>
    `Слова «${word}» здесь нет ни в одном отрывке; вместо него искали «${instead}».`,
};
