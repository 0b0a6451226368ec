import type { PageTexts } from '../texts.ts';
import { plural } from './plural.ts';

export const bin: PageTexts['bin'] = {
  title: 'Корзина',
  description: 'Удалённое можно восстановить в течение 30 дней. Потом оно удаляется безвозвратно.',
  kind: 'Показать',
  kinds: {
    all: 'Всё',
    document: 'Документы',
    collection: 'Коллекции',
    conversation: 'Чаты',
  },
  empty: 'Корзина пуста',
  name: 'Название',
  place: 'Коллекция',
  deleted: 'Удалено',
  purged: 'Хранится до',
  documents: (count) => plural(count, ['документ', 'документа', 'документов']),
  restore: 'Восстановить',
  restoreEntry: (name) => `Восстановить «${name}»`,
  restored: (name) => `Восстановлено: «${name}»`,
  purge: 'Удалить навсегда',
  purgeTitle: (name) => `Удалить «${name}» навсегда?`,
  purgeText: 'Это действие нельзя отменить.',
  more: 'Показать ещё',
};
