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

/** Seals a key for the row of a connection; null if there is none. */
export function sealKey(sealer: Sealer, id: string, key: string | null): string | null {
  return key ? sealer.seal(key, placeOf(id)) : null;
}

export function openKey(sealer: Sealer, id: string, sealed: string | null): string | null {
  return sealed === null ? null : sealer.open(sealed, placeOf(id));
}

function placeOf(id: string): string {
  return `model_connections/${id}`;
}
