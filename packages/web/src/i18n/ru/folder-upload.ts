import type { Texts } from '../en/index.ts';
import { plural } from './plural.ts';

export const folderUpload: Texts['folderUpload'] = {
  title: 'Добавить папки',
  summary: (files, folders) =>
    `${plural(files, ['файл', 'файла', 'файлов'])}, ${plural(folders, ['папка', 'папки', 'папок'])}`,
  question: 'Что сделать с папками?',
  keep: 'Превратить в коллекции',
  keepText: (name) =>
    `Они появятся внутри «${name}», и читать их будут те же люди. Если такая уже есть, берётся она.`,
  flatten: 'Добавить только файлы',
  flattenText: (name) => `Все файлы попадут прямо в «${name}».`,
  tooMany: (count) => `Так можно добавить не больше ${count} папок.`,
  add: 'Добавить',
  nothing: 'Там нет файлов, которые можно добавить.',
};
