import { defineTexts } from '../i18n/define-texts.ts';

/** What a search says beside its results, by the code of the warning. */
export const warningTexts = defineTexts({
  en: {
    collection_empty: 'There are no searchable documents here yet.',
    no_such_collection: 'There is no collection of this name that you may read.',
    phrase_not_found: 'No passage holds the quoted words as they stand; these hold some of them.',
    embedding_unavailable: 'The embedding model is not available; results are by keyword alone.',
    rerank_timeout:
      'The reranker had no time for all passages; the order of the others is by fusion.',
    rerank_unavailable: 'The reranker is not available; the order is by fusion.',
    document_not_searched:
      'The documents were not searched for the rest of the question; passages are by the whole of it.',
    corrected: (word: string, instead: string) =>
      `No passage here has the word “${word}”; “${instead}” was searched for instead.`,
  },
  ru: {
    collection_empty: 'Здесь пока нет документов, в которых можно искать.',
    no_such_collection: 'Коллекции с таким названием, доступной вам, нет.',
    phrase_not_found: 'Точно таких слов нет ни в одном отрывке; в этих есть часть из них.',
    embedding_unavailable: 'Поиск по смыслу сейчас недоступен; найдено только по словам.',
    rerank_timeout: 'Переоценка успела не всё; остальное — в порядке слияния.',
    rerank_unavailable: 'Переоценка недоступна; порядок — по слиянию.',
    document_not_searched:
      'По остатку вопроса документы не искались; отрывки подобраны по вопросу целиком.',
    corrected: (word: string, instead: string) =>
      `Слова «${word}» здесь нет ни в одном отрывке; вместо него искали «${instead}».`,
  },
});
