import type { Translations } from '../texts.ts';

export const toolFailures: Translations['toolFailures'] = {
  confirmation_required: 'Der Aufruf braucht eine Freigabe, und niemand konnte gefragt werden.',
  invalid_arguments: 'Die Argumente sind ungültig.',
  not_allowed: 'Der Aufruf ist hier nicht erlaubt.',
  unknown_tool: 'Der Server hat kein solches Werkzeug.',
  server_unavailable: 'Der Server ist nicht erreichbar.',
  timeout: 'Der Server hat nicht rechtzeitig geantwortet.',
  result_too_large: 'Das Ergebnis ist zu groß, um es ganz zu lesen.',
  tool_error: 'Das Werkzeug hat einen Fehler gemeldet.',
  declined: 'Sie haben den Aufruf abgelehnt.',
  interrupted: 'Der Aufruf wurde unterbrochen. Ob er gewirkt hat, ist nicht bekannt.',
};
