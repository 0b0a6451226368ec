import type { ModelProblem } from '@lectern/contracts';
import { defineTexts } from '../i18n/define-texts.ts';

type Problems = Readonly<Record<ModelProblem, string>>;

/** Why the language model gave no answer, and what to do about it. */
export const modelProblemTexts = defineTexts({
  en: {
    key_refused:
      'The language model’s server refuses the key of this installation. An administrator can set another one; until then search works.',
    model_unknown:
      'The language model’s server does not know the model that is set up. An administrator can correct its name or address; until then search works.',
    unreachable:
      'The language model cannot be reached. Answer again in a moment; until then search works.',
    too_slow: 'The language model did not answer in time. Answer again, or ask for less at once.',
    overloaded:
      'The language model is overloaded or out of order. Answer again in a moment; until then search works.',
    wrong_answer:
      'The language model’s answer was not understood. Answer again; if it stays so, tell an administrator.',
  } satisfies Problems,
  ru: {
    key_refused:
      'Сервер языковой модели отвергает ключ этой установки. Администратор может задать другой; поиск пока работает.',
    model_unknown:
      'Сервер языковой модели не знает заданной модели. Администратор может исправить её имя или адрес; поиск пока работает.',
    unreachable:
      'Языковая модель недоступна. Попросите ответить ещё раз чуть позже; поиск пока работает.',
    too_slow:
      'Языковая модель не ответила вовремя. Попросите ответить ещё раз или спросите короче.',
    overloaded:
      'Языковая модель перегружена или неисправна. Попросите ответить ещё раз чуть позже; поиск пока работает.',
    wrong_answer:
      'Ответ языковой модели не удалось понять. Попросите ответить ещё раз; если не поможет, скажите администратору.',
  } satisfies Problems,
});
