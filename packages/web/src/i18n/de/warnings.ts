import type { Translations } from '../texts.ts';

export const warnings: Translations['warnings'] = {
  collection_empty: 'Hier gibt es noch keine durchsuchbaren Dokumente.',
  no_such_collection: 'Es gibt keine Sammlung mit diesem Namen, oder Sie haben keinen Zugriff.',
  phrase_not_found:
    'Keine Passage enthält die genaue Wortfolge. Diese enthalten einige ihrer Wörter.',
  embedding_unavailable:
    'Die semantische Suche ist nicht verfügbar. Die Treffer stammen nur aus der Stichwortsuche.',
  newer_version_used: 'Von einem Dokument gibt es ältere Versionen. Die neueste wurde verwendet.',
  index_rebuilding: 'Der Index wird neu aufgebaut. Bis dahin werden manche Wörter nicht gefunden.',
  rerank_timeout:
    'Das Sortieren dauerte zu lange. Die letzten Treffer stehen vielleicht in der falschen Reihenfolge.',
  rerank_unavailable:
    'Reranking ist nicht verfügbar. Die Treffer stehen vielleicht in der falschen Reihenfolge.',
  document_not_searched:
    'Das genannte Dokument konnte nicht durchsucht werden. Die Treffer gelten für die ganze Frage.',
  results_left_out:
    'Die Treffer sind zu lang, um sie ganz zu zeigen. Die letzten wurden ausgelassen.',
  surroundings_left_out: 'Die Treffer sind zu lang, um alle umliegenden Passagen zu zeigen.',
  instructions_ignored: 'Die Anweisungen des Assistenten wurden nicht befolgt.',
  assistant_unavailable: 'Der Assistent ist nicht verfügbar und wurde daher nicht verwendet.',
  assistant_model_unavailable:
    'Sie dürfen das Modell des Assistenten nicht verwenden; das Standardmodell hat geantwortet.',
  assistant_collections_hidden: 'Einige Sammlungen des Assistenten wurden nicht durchsucht.',
  corrected: (word, instead) =>
    `Keine Treffer für „${word}“. Gezeigt werden Treffer für „${instead}“.`,
};
