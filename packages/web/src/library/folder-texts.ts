import { defineTexts } from '../i18n/define-texts.ts';
import { countEn, countRu } from '../i18n/plural.ts';

/** What becomes of the folders in which files are added. */
export const folderTexts = defineTexts({
  en: {
    title: 'Add folders',
    summary: (files: number, folders: number) =>
      `${countEn(files, 'file', 'files')} in ${countEn(folders, 'folder', 'folders')}`,
    question: 'What becomes of the folders?',
    keep: 'They become collections',
    keepText: (name: string) =>
      `They are made below “${name}”, and who reads it reads them. One that is there already is used.`,
    flatten: 'Only their files are added',
    flattenText: (name: string) => `All files go directly into “${name}”.`,
    tooMany: (count: number) => `That can be done with ${count} folders at most.`,
    add: 'Add',
    nothing: 'There is no file in it that can be added.',
  },
  ru: {
    title: 'Добавить папки',
    summary: (files: number, folders: number) =>
      `${countRu(files, ['файл', 'файла', 'файлов'])}, ${countRu(folders, ['папка', 'папки', 'папок'])}`,
    question: 'Что сделать с папками?',
    keep: 'Превратить в коллекции',
    keepText: (name: string) =>
      `Они появятся внутри «${name}», и читать их будут те же люди. Если такая уже есть, берётся она.`,
    flatten: 'Добавить только файлы',
    flattenText: (name: string) => `Все файлы попадут прямо в «${name}».`,
    tooMany: (count: number) => `Так можно добавить не больше ${count} папок.`,
    add: 'Добавить',
    nothing: 'Там нет файлов, которые можно добавить.',
  },
});
