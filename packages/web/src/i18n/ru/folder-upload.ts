import type { OwnTexts } from '../texts.ts';
import { plural } from './plural.ts';

export const folderUpload: OwnTexts['folderUpload'] = {
  place: 'Добавить в коллекцию',
  noPlace:
    'Вы можете просматривать документы, но не добавлять. Попросите у владельца право на изменение коллекции.',
  countFiles: (count) => plural(count, ['файл', 'файла', 'файлов']),
  title: 'Добавить папки',
  summary: (files, folders) =>
    `${plural(files, ['файл', 'файла', 'файлов'])}, ${plural(folders, ['папка', 'папки', 'папок'])}`,
  question: 'Как добавить папки?',
  keep: 'Как коллекции',
  keepText: (name) =>
    `Каждая папка станет коллекцией в «${name}» с тем же доступом. Существующие коллекции используются повторно.`,
  flatten: 'Только файлы',
  flattenText: (name) => `Все файлы будут добавлены прямо в «${name}».`,
  tooMany: (count) => `За один раз можно добавить не более ${count} папок.`,
  add: 'Добавить',
  nothing: 'Нет файлов для добавления.',
};
