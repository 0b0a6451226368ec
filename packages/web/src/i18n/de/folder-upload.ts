import type { Translations } from '../texts.ts';
import { plural } from './plural.ts';

export const folderUpload: Translations['folderUpload'] = {
  place: 'Zur Sammlung hinzufügen',
  noPlace:
    'Sie können Dokumente hier ansehen, aber keine hinzufügen. Bitten Sie die Eigentümer um Bearbeitungsrecht für eine Sammlung.',
  countFiles: (count) => plural(count, 'Datei', 'Dateien'),
  title: 'Ordner hinzufügen',
  summary: (files, folders) =>
    `${plural(files, 'Datei', 'Dateien')} in ${plural(folders, 'Ordner', 'Ordnern')}`,
  question: 'Wie sollen Ordner hinzugefügt werden?',
  keep: 'Als Sammlungen',
  keepText: (name) =>
    `Jeder Ordner wird eine Sammlung in „${name}“ mit denselben Zugriffsrechten. Vorhandene Sammlungen werden verwendet.`,
  flatten: 'Nur die Dateien',
  flattenText: (name) => `Alle Dateien kommen direkt in „${name}“.`,
  tooMany: (count) => `Es können höchstens ${count} Ordner auf einmal hinzugefügt werden.`,
  add: 'Hinzufügen',
  nothing: 'Es gibt keine Dateien zum Hinzufügen.',
};
