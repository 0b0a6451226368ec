import type { Translations } from '../texts.ts';
import { plural } from './plural.ts';

export const bulkActions: Translations['bulkActions'] = {
  ask: 'Hierzu fragen',
  tooManyToAsk: (count) => `Sie können höchstens zu ${count} Dokumenten auf einmal fragen.`,
  stopReading: 'Verarbeitung stoppen',
  notStopped: (count) =>
    `Bei ${plural(count, 'Dokument', 'Dokumenten')} ließ sich die Verarbeitung nicht stoppen.`,
  tooMuchToDownload: (size) => `Sie können höchstens ${size} auf einmal herunterladen.`,
  notDownloaded: (count) => `Nicht heruntergeladen: ${plural(count, 'Dokument', 'Dokumente')}.`,
  archiveName: 'dokumente',
  editMetadata: (count) => `${plural(count, 'Dokument', 'Dokumente')} bearbeiten`,
  metadataText:
    'Diese Felder werden jedem Dokument hinzugefügt und ersetzen Felder mit demselben Namen.',
  notChanged: (count) => `Nicht geändert: ${plural(count, 'Dokument', 'Dokumente')}.`,
};
