import type { McpToolOutcome } from '@lectern/contracts';
import { defineTexts } from '../i18n/define-texts.ts';

type FailureCode = Extract<McpToolOutcome, { readonly error: string }>['error'];

/** The codes of calls that brought nothing, and what else a step of an answer says in their place. */
type Code = FailureCode | 'tool_error' | 'declined' | 'interrupted';

/** Why a tool of an outside server brought nothing. */
export const toolFailureTexts = defineTexts({
  en: {
    confirmation_required: 'It needs the consent of a person, who was not asked.',
    invalid_arguments: 'It was called with values that it does not take.',
    not_allowed: 'It may not be called here.',
    unknown_tool: 'Its server has no such tool.',
    server_unavailable: 'Its server cannot be reached.',
    timeout: 'It did not answer in time.',
    result_too_large: 'Its answer was too long to be read as a whole.',
    tool_error: 'The tool answered with an error.',
    declined: 'You refused the call.',
    interrupted: 'The call was broken off; whether it was carried out is not known.',
  } satisfies Readonly<Record<Code, string>>,
  ru: {
    confirmation_required: 'Для вызова нужно согласие человека, а спросить некого.',
    invalid_arguments: 'Он вызван со значениями, которых не принимает.',
    not_allowed: 'Вызывать его здесь нельзя.',
    unknown_tool: 'На его сервере такого инструмента нет.',
    server_unavailable: 'Его сервер недоступен.',
    timeout: 'Он не ответил вовремя.',
    result_too_large: 'Его ответ слишком длинный, чтобы прочесть целиком.',
    tool_error: 'Инструмент ответил ошибкой.',
    declined: 'Вы отказали в вызове.',
    interrupted: 'Вызов оборвался; выполнен ли он, неизвестно.',
  },
});
