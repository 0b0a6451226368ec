import type { Translations } from '../texts.ts';

export const audit: Translations['audit'] = {
  description: 'Aktionen in dieser Organisation, die neuesten zuerst.',
  action: 'Aktion',
  anyAction: 'Alle Aktionen',
  anybody: 'Alle',
  target: 'Ziel',
  address: 'IP-Adresse',
  nobody: 'Nicht angemeldet',
  none: 'Noch keine Einträge',
  noneFit: 'Keine passenden Einträge',
  gonePerson: 'Gelöschtes Konto',
};
