import { detectLanguage, type Language } from './detect-language.ts';

/** What the service says itself, in one language. */
export interface ChatSentences {
  /** The documents do not answer the question. */
  readonly abstained: string;
  /** The search could not be reached. */
  readonly retrievalUnavailable: string;
  /** Title of the status while the search runs. */
  readonly searching: string;
  /** Title of the status after the search; `count` is the number of documents found. */
  readonly found: (count: number) => string;
}

const russianPlural = new Intl.PluralRules('ru');

const english: ChatSentences = {
  abstained: 'I could not find an answer to this in the documents.',
  retrievalUnavailable:
    'The knowledge base cannot be searched right now, so I cannot answer this. Please try again later.',
  searching: 'Searching information in the knowledge base',
  found: (count) => {
    if (count === 0) return 'No articles found';
    return count === 1 ? 'Found 1 article' : `Found ${count} articles`;
  },
};

const russian: ChatSentences = {
  abstained: 'В документах нет ответа на этот вопрос.',
  retrievalUnavailable:
    'Сейчас не получается выполнить поиск по базе знаний, поэтому я не могу ответить. Попробуйте ещё раз позже.',
  searching: 'Ищу информацию в базе знаний',
  found: (count) => {
    if (count === 0) return 'Статьи не найдены';
    switch (russianPlural.select(count)) {
      case 'one':
        return `Найдена ${count} статья`;
      case 'few':
        return `Найдено ${count} статьи`;
      default:
        return `Найдено ${count} статей`;
    }
  },
};

const abstainedIn: Record<Language, string> = {
  de: 'In den Dokumenten habe ich keine Antwort auf diese Frage gefunden.',
  en: english.abstained,
  es: 'No he encontrado una respuesta a esta pregunta en los documentos.',
  fr: "Je n'ai pas trouvé de réponse à cette question dans les documents.",
  ja: '文書の中にこの質問への答えは見つかりませんでした。',
  ko: '문서에서 이 질문에 대한 답을 찾지 못했습니다.',
  ru: russian.abstained,
  zh: '在文档中没有找到这个问题的答案。',
};

const unavailableIn: Record<Language, string> = {
  de: 'Die Wissensbasis kann gerade nicht durchsucht werden, daher kann ich nicht antworten. Bitte versuchen Sie es später noch einmal.',
  en: english.retrievalUnavailable,
  es: 'Ahora mismo no se puede buscar en la base de conocimientos, así que no puedo responder. Inténtelo de nuevo más tarde.',
  fr: 'La base de connaissances ne peut pas être consultée pour le moment, je ne peux donc pas répondre. Veuillez réessayer plus tard.',
  ja: '現在ナレッジベースを検索できないため、お答えできません。しばらくしてからもう一度お試しください。',
  ko: '지금은 지식 베이스를 검색할 수 없어 답변할 수 없습니다. 나중에 다시 시도해 주세요.',
  ru: russian.retrievalUnavailable,
  zh: '目前无法检索知识库，因此无法回答。请稍后再试。',
};

/** The service's sentences in the language of a question; status titles in Russian or English. */
export function chatSentencesFor(question: string): ChatSentences {
  const language = detectLanguage(question);
  return {
    ...(language === 'ru' ? russian : english),
    abstained: abstainedIn[language],
    retrievalUnavailable: unavailableIn[language],
  };
}
