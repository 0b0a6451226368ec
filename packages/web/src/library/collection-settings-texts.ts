import { defineTexts } from '../i18n/define-texts.ts';
import { countEn, countRu } from '../i18n/plural.ts';

export const settingsTexts = defineTexts({
  en: {
    inherited: 'As in the collection above',
    maxTokens: 'Length of a passage, in tokens',
    maxTokensText:
      'Shorter passages are found more exactly, longer ones bring more around them. For documents that are added or read again from now on.',
    overlap: 'Overlap, in tokens',
    overlapText: 'How much of a passage is repeated in the next one where a long paragraph is cut.',
    cutAnew: 'Cut the documents that are here already, too',
    cutAnewText: 'Those of collections below as well. They answer as they are until it is done.',
    cutting: (count: number) => `${countEn(count, 'document', 'documents')} to be cut anew`,
    ownWeight: 'Its own weight of meaning against words',
    ownWeightText: 'Else that of the collection above. Counts from the next search on.',
    byWords: 'Words',
    byMeaning: 'Meaning',
  },
  ru: {
    inherited: 'Как в коллекции выше',
    maxTokens: 'Длина отрывка, в токенах',
    maxTokensText:
      'Короткие отрывки находятся точнее, длинные несут больше вокруг. Для документов, добавленных или прочитанных заново после этого.',
    overlap: 'Перекрытие, в токенах',
    overlapText: 'Сколько текста повторяется в следующем отрывке, когда длинный абзац разрезан.',
    cutAnew: 'Разрезать заново и то, что уже здесь',
    cutAnewText: 'И во вложенных коллекциях. До готовности документы отвечают как есть.',
    cutting: (count: number) =>
      `Разрезаются заново: ${countRu(count, ['документ', 'документа', 'документов'])}`,
    ownWeight: 'Свой вес смысла против слов',
    ownWeightText: 'Иначе как в коллекции выше. Действует со следующего поиска.',
    byWords: 'Слова',
    byMeaning: 'Смысл',
  },
});
