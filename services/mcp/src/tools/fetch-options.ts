import { fetchOptionsShape } from '@lectern/contracts';
import { inLanguages } from './in-languages.ts';

/** Fetch options with descriptions for models. */
export const describedFetchOptions = {
  fetch_policy: fetchOptionsShape.fetch_policy.meta(
    inLanguages({
      en: 'cache_only: stored records alone; cache_then_network: stored records while they are fresh, else the service; network_only: always the service.',
      ru: 'cache_only — только сохранённые записи; cache_then_network — сохранённые, пока они свежие, иначе сервис; network_only — всегда сервис.',
    }),
  ),
  max_attempts: fetchOptionsShape.max_attempts.meta(
    inLanguages({
      en: 'Attempts of one request to the service.',
      ru: 'Число попыток одного запроса.',
    }),
  ),
  backoff: fetchOptionsShape.backoff.meta(
    inLanguages({
      en: 'Growth of the wait between attempts.',
      ru: 'Как растёт пауза между попытками.',
    }),
  ),
  cache_lifetime_s: fetchOptionsShape.cache_lifetime_s.meta(
    inLanguages({
      en: 'Seconds for which a stored answer counts as fresh.',
      ru: 'Сколько секунд сохранённый ответ считается свежим.',
    }),
  ),
  timeout_ms: fetchOptionsShape.timeout_ms.meta(
    inLanguages({
      en: "Milliseconds for the service's answer, without the wait for its rate limit.",
      ru: 'Миллисекунды на ответ сервиса без ожидания из-за лимита запросов.',
    }),
  ),
};
