import type { Translations } from '../texts.ts';
import { plural } from './plural.ts';

export const collectionSettings: Translations['collectionSettings'] = {
  inherited: 'Übernommen',
  maxTokens: 'Länge der Passagen in Token',
  maxTokensText:
    'Kürzere Passagen treffen genauer, längere behalten mehr Zusammenhang. Gilt für Dokumente, die ab jetzt hinzugefügt oder verarbeitet werden.',
  overlap: 'Überlappung in Token',
  overlapText:
    'Der Teil einer Passage, den die nächste wiederholt, wenn ein langer Absatz geteilt wird.',
  cutAnew: 'Auch die vorhandenen Dokumente neu teilen',
  cutAnewText: 'Schließt untergeordnete Sammlungen ein. Die Dokumente bleiben dabei durchsuchbar.',
  cutting: (count) => `${plural(count, 'Dokument wird', 'Dokumente werden')} neu geteilt`,
  ownWeight: 'Eigene Gewichtung von Stichwort- und semantischer Suche',
  ownWeightText: 'Andernfalls wird sie übernommen. Gilt ab der nächsten Suche.',
  readsComments: 'Kommentare lesen',
  readsHeaders: 'Kopf- und Fußzeilen lesen',
  readsPartsText:
    'In Texten von Word und OpenDocument. Aus: Die Hinweise des Dokuments nennen, was fehlt.',
  preferNewest: 'Neueste Version bevorzugen',
  preferNewestText:
    'Unterscheiden sich Titel nur durch Jahr oder Version, kommen die Antworten aus dem neuesten Dokument.',
};
