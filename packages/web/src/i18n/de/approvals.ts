import type { Translations } from '../texts.ts';
import { plural } from './plural.ts';

export const approvals: Translations['approvals'] = {
  title: 'Wartet auf Ihre Freigabe',
  text: 'Ein Agent möchte diese Werkzeuge in Ihrem Namen ausführen.',
  omitted: (count) =>
    `${plural(count, 'Aufruf', 'Aufrufe')} verbundener Clients mit zu langen Argumenten werden nicht angezeigt.`,
  conversation: 'Unterhaltung öffnen',
  ofClient: 'Von einem verbundenen Client',
};
