import type { ModelConnection } from '@lectern/contracts';
import type { Sealer } from '@lectern/service';
import type { Selectable } from 'kysely';
import type { ModelConnectionRow } from '../database/tables.ts';

/** A connection as a caller sees it, without its key. */
export function toModelConnection(
  row: Selectable<ModelConnectionRow>,
  { isManager }: { readonly isManager: boolean },
): ModelConnection {
  return {
    id: row.id,
    name: row.name,
    provider: row.provider,
    base_url: isManager ? row.base_url : null,
    model: row.model,
    has_api_key: row.api_key !== null,
    context_tokens: row.context_tokens,
    temperature: row.temperature,
    max_answer_tokens: row.max_answer_tokens,
    price:
      row.price_currency === null
        ? null
        : {
            input: row.price_in ?? 0,
            output: row.price_out ?? 0,
            currency: row.price_currency,
          },
    capabilities: row.capabilities,
    is_default: row.is_default,
    fallback_ids: row.fallback_ids,
    visibility: {
      everyone: row.visible_to_everyone,
      roles: row.visible_roles as ModelConnection['visibility']['roles'],
      team_ids: row.visible_team_ids,
    },
    health: {
      state: row.health_state,
      since: row.health_since.toISOString(),
      message: isManager ? row.health_message : null,
      reason: row.health_reason,
    },
    source: 'page',
  };
}

/** A connection and the only address that its key may go to. */
export type KeyPlace = Pick<Selectable<ModelConnectionRow>, 'id' | 'provider' | 'base_url'>;

/** Seals a key for a connection and its address; null if there is none. */
export function sealKey(sealer: Sealer, place: KeyPlace, key: string | null): string | null {
  return key ? sealer.seal(key, toPlace(place)) : null;
}

/** @throws Error for a key that was sealed for another address. */
export function openKey(sealer: Sealer, place: KeyPlace, sealed: string | null): string | null {
  return sealed === null ? null : sealer.open(sealed, toPlace(place));
}

function toPlace({ id, provider, base_url: url }: KeyPlace): string {
  return ['model_connections', id, provider, url ?? ''].join(' ');
}
