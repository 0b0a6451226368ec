import type { Translations } from '../texts.ts';
import { plural } from './plural.ts';

export const firstSteps: Translations['firstSteps'] = {
  title: 'In drei Schritten zur ersten Antwort',
  text: 'Die Reihenfolge ist beliebig. Diese Seite verschwindet von selbst.',
  left: (count) => `Lectern einrichten: noch ${plural(count, 'Schritt', 'Schritte')}`,
  done: 'erledigt',
  documents: 'Dokumente hinzufügen',
  documentsText: 'PDF, Office-Dateien, Webseiten, E-Mails, Notizen und mehr.',
  chooseFiles: 'Dateien auswählen',
  orDrop: 'Oder Dateien hier ablegen',
  model: 'Modell verbinden',
  modelText:
    'Ohne Modell zitieren die Antworten Ihre Dokumente. Ein Modell schreibt auch Zusammenfassungen und Vergleiche.',
  connectModel: 'Über Adresse verbinden',
  question: 'Frage stellen',
  questionText: 'Die Antwort nennt ihre Quellen.',
  ask: 'Fragen',
};
