import type { Language } from '../texts/define-texts.ts';
import { defineTexts } from '../texts/define-texts.ts';
import { ApiError } from './api-error.ts';

/** What went wrong and what to do, by the code of the error. */
export const errorTexts = defineTexts({
  en: {
    unreachable: 'Lectern cannot be reached. Check the network; nothing that you typed is lost.',
    unauthorized: 'You are signed out. Sign in again to go on.',
    forbidden: 'You may not do this.',
    not_found: 'There is nothing here, or you may not see it.',
    collection_not_found: 'This collection is gone, or you may not see it.',
    document_not_found: 'This document is gone, or you may not see it.',
    conversation_not_found: 'This conversation is gone, or it is not yours.',
    rate_limited: 'Too many requests at once. Wait a moment, then try again.',
    service_unavailable: 'A part of Lectern is away right now. Try again in a moment.',
    search_unavailable: 'The search index is away or being rebuilt. Try again in a moment.',
    embedding_unavailable: 'The embedding model is away. Search by words still works.',
    model_unavailable: 'The language model is away. Search goes on working; try again in a moment.',
    deadline_exceeded: 'It took too long and was given up. Try again.',
    search_timeout: 'The search took too long. Try again, or search fewer collections.',
    too_large: 'This file is larger than is allowed here.',
    turn_running: 'This conversation is still answering. Wait for the answer or stop it.',
    internal: 'Something went wrong on our side.',
    quota_exceeded: 'The limit of this organisation is reached.',
    collection_name_taken: 'A collection of this name is already here.',
    evaluation_set_name_taken: 'An evaluation set of this name is already here.',
    evaluation_running: 'Another evaluation is running. Wait for its end.',
    evaluation_set_not_found: 'This evaluation set is gone.',
    collection_cycle: 'A collection cannot be moved below itself.',
    invalid_email_or_password: 'Email or password is wrong.',
    password_leaked: 'This password is known from a leak elsewhere. Choose another one.',
    invalid_password: 'This is not your password.',
    invalid_code: 'This code is wrong, or its time is over.',
    invalid_backup_code: 'This recovery code is wrong or was used.',
    invalid_two_factor_cookie: 'It took too long. Sign in again.',
    too_many_attempts_request_new_code: 'Too many wrong codes. Sign in again.',
    account_temporarily_locked: 'Too many wrong codes. Wait a quarter of an hour.',
    passkey_unused: 'No passkey was used. Try again, or sign in with the password.',
    passkey_known: 'This device has a passkey for this account already.',
    passkey_not_found: 'This passkey is not known here. Sign in in another way.',
    passkey_refused: 'This passkey does not fit this address.',
    passkey_unverified:
      'The device did not check who uses it. Set a PIN, a finger or a face up there.',
    authentication_failed: 'This passkey did not work. Try again, or sign in in another way.',
    challenge_not_found: 'It took too long. Try again.',
    too_many_passkeys: 'You have as many passkeys as are allowed. Remove one first.',
    last_owner: 'An organisation keeps at least one owner.',
    http_404: 'This suite does not offer that yet.',
  },
  ru: {
    unreachable: 'Lectern недоступен. Проверьте сеть; введённый текст не потерян.',
    unauthorized: 'Вы вышли из системы. Войдите снова, чтобы продолжить.',
    forbidden: 'На это у вас нет прав.',
    not_found: 'Здесь ничего нет, или вам это не видно.',
    collection_not_found: 'Этой коллекции нет, или вам она не видна.',
    document_not_found: 'Этого документа нет, или вам он не виден.',
    conversation_not_found: 'Этого разговора нет, или он не ваш.',
    rate_limited: 'Слишком много запросов сразу. Подождите немного и повторите.',
    service_unavailable: 'Часть Lectern сейчас недоступна. Повторите через минуту.',
    search_unavailable: 'Поисковый индекс недоступен или строится заново. Повторите через минуту.',
    embedding_unavailable: 'Модель векторов недоступна. Поиск по словам работает.',
    model_unavailable: 'Языковая модель недоступна. Поиск работает; повторите через минуту.',
    deadline_exceeded: 'Это заняло слишком много времени. Повторите.',
    search_timeout: 'Поиск занял слишком много времени. Повторите или сузьте область.',
    too_large: 'Файл больше, чем здесь разрешено.',
    turn_running: 'Разговор ещё отвечает. Дождитесь ответа или остановите его.',
    internal: 'Что-то сломалось на нашей стороне.',
    quota_exceeded: 'Достигнут предел этой организации.',
    collection_name_taken: 'Коллекция с таким названием здесь уже есть.',
    evaluation_set_name_taken: 'Набор с таким названием здесь уже есть.',
    evaluation_running: 'Идёт другой прогон. Дождитесь его конца.',
    evaluation_set_not_found: 'Этого набора больше нет.',
    collection_cycle: 'Коллекцию нельзя переместить внутрь неё самой.',
    invalid_email_or_password: 'Неверная почта или пароль.',
    password_leaked: 'Этот пароль известен из утечки. Выберите другой.',
    invalid_password: 'Это не ваш пароль.',
    invalid_code: 'Код неверен, или его время истекло.',
    invalid_backup_code: 'Резервный код неверен или уже использован.',
    invalid_two_factor_cookie: 'Прошло слишком много времени. Войдите снова.',
    too_many_attempts_request_new_code: 'Слишком много неверных кодов. Войдите снова.',
    account_temporarily_locked: 'Слишком много неверных кодов. Подождите четверть часа.',
    passkey_unused: 'Ключ доступа не использован. Повторите или войдите по паролю.',
    passkey_known: 'На этом устройстве уже есть ключ доступа для этой учётной записи.',
    passkey_not_found: 'Этот ключ доступа здесь неизвестен. Войдите другим способом.',
    passkey_refused: 'Этот ключ доступа не подходит к этому адресу.',
    passkey_unverified:
      'Устройство не проверило, кто им пользуется. Включите на нём ПИН-код, отпечаток или лицо.',
    authentication_failed: 'Ключ доступа не сработал. Повторите или войдите другим способом.',
    challenge_not_found: 'Прошло слишком много времени. Повторите.',
    too_many_passkeys: 'Больше ключей доступа добавить нельзя. Сначала удалите один.',
    last_owner: 'В организации должен остаться хотя бы один владелец.',
    http_404: 'В этой установке этого пока нет.',
  },
});

const saysMore = new Set(['forbidden', 'quota_exceeded', 'not_found']);

/** The sentence to show for an error, in the person's language where the code is known. */
export function describeError(error: unknown, language: Language): string {
  if (!(error instanceof ApiError)) return errorTexts[language].internal;
  const known: Readonly<Record<string, string>> = errorTexts[language];
  const own = known[error.code];
  // The service's sentence names the cause; it is in English alone.
  if (own && language === 'en' && saysMore.has(error.code)) return error.message || own;
  return own ?? error.message;
}
