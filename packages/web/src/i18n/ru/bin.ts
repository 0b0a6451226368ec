import type { PageTexts } from '../texts.ts';

export const bin: PageTexts['bin'] = {
  description: 'Удалённое можно восстановить в течение 30 дней. Потом оно удаляется безвозвратно.',
  kind: 'Показать',
  kinds: {
    all: 'Всё',
    document: 'Документы',
    collection: 'Коллекции',
    conversation: 'Чаты',
  },
  kindOf: { document: 'Документ', collection: 'Коллекция', conversation: 'Чат' },
  empty: 'Корзина пуста',
  deleted: 'Удалено',
  deletedAgo: (ago, until) => `Удалено: ${ago}. Хранится до: ${until}`,
  purged: 'Хранится до',
  restore: 'Восстановить',
  restoreEntry: (name) => `Восстановить «${name}»`,
  restored: (name) => `Восстановлено: «${name}»`,
  purge: 'Удалить навсегда',
  purgeEntry: (name) => `Удалить навсегда: «${name}»`,
  purgeTitle: (name) => `Удалить «${name}» навсегда?`,
  purgeText: 'Это действие нельзя отменить.',
};
