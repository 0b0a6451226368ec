import type { Texts } from '../texts.ts';

export const components: Texts['components'] = {
  retry: 'Повторить',
  cancel: 'Отмена',
  close: 'Закрыть',
  saved: 'Сохранено',
  save: 'Сохранить',
  delete: 'Удалить',
  rename: 'Переименовать',
  create: 'Создать',
  loading: 'Загрузка',
  copy: 'Копировать',
  copied: 'Скопировано',
  more: 'Показать ещё',
  requestId: (id) => `Запрос ${id}`,
  search: 'Поиск',
  done: 'Готово',
  actions: 'Действия',
};
