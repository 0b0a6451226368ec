import type { Translations } from '../texts.ts';
import { plural } from './plural.ts';

export const reparse: Translations['reparse'] = {
  title: 'Einige Dokumente wurden von einer früheren Version verarbeitet',
  text: 'Verarbeiten Sie sie erneut, um die jetzige Version zu nutzen. Sie bleiben dabei durchsuchbar, und frühere Antworten behalten ihre Zitate.',
  action: 'Erneut verarbeiten',
  started: (count) => `${plural(count, 'Dokument wird', 'Dokumente werden')} erneut verarbeitet`,
};
