import type { Translations } from '../texts.ts';

export const modelProblems: Translations['modelProblems'] = {
  key_refused:
    'Das Sprachmodell lehnt den API-Schlüssel ab. Die Administration kann einen anderen hinterlegen. Die Suche funktioniert weiter.',
  model_unknown:
    'Der Server des Sprachmodells kennt das eingestellte Modell nicht. Die Administration kann Namen oder Adresse berichtigen. Die Suche funktioniert weiter.',
  unreachable:
    'Das Sprachmodell ist nicht erreichbar. Versuchen Sie es gleich noch einmal. Die Suche funktioniert weiter.',
  too_slow:
    'Das Sprachmodell hat nicht rechtzeitig geantwortet. Generieren Sie neu, oder stellen Sie eine kürzere Frage.',
  overloaded:
    'Das Sprachmodell ist überlastet oder gestört. Versuchen Sie es gleich noch einmal. Die Suche funktioniert weiter.',
  wrong_answer:
    'Die Antwort des Sprachmodells war nicht lesbar. Generieren Sie neu; passiert es wieder, informieren Sie die Administration.',
};
