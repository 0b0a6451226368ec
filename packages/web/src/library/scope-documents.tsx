import { Checkbox, Stack } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ErrorNotice } from '../components/error-notice.tsx';
import { Hint } from '../components/hint.tsx';
import { LoadMore } from '../components/load-more.tsx';
import { Loading } from '../components/loading.tsx';
import { useTexts } from '../i18n/language.tsx';
import { documentsQuery } from './documents.ts';
import type { Scope, ScopeDocument } from './scope.ts';

export interface ScopeDocumentsProps {
  /** Undefined for every collection. */
  readonly collectionId?: string;
  /** Part of a name. */
  readonly query?: string;
  /** Selected collections, whose documents are included already. */
  readonly covered: ReadonlySet<string>;
  readonly scope: Scope;
  readonly onChange: (scope: Scope) => void;
  readonly emptyText: string;
}

export function ScopeDocuments(props: ScopeDocumentsProps) {
  const { collectionId, query = '', covered, scope, onChange, emptyText } = props;
  const texts = useTexts('scope');
  const list = useInfiniteQuery(
    documentsQuery({
      collectionId,
      includeChildren: collectionId === undefined,
      status: undefined,
      query,
    }),
  );
  if (list.isLoadingError) {
    return <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />;
  }
  if (!list.data) return <Loading lines={2} />;
  const documents = list.data.pages.flatMap((page) => page.documents);
  if (documents.length === 0) {
    return <Hint>{emptyText}</Hint>;
  }
  const chosen = new Set(scope.documents.map(({ id }) => id));
  return (
    <Stack gap={6}>
      {documents.map(({ id, title, collection_id }) => (
        <Checkbox
          key={id}
          size="xs"
          label={title}
          checked={covered.has(collection_id) || chosen.has(id)}
          disabled={covered.has(collection_id)}
          onChange={() => onChange({ ...scope, documents: toggle(scope.documents, { id, title }) })}
        />
      ))}
      <LoadMore list={list} label={texts.more} />
    </Stack>
  );
}

function toggle(documents: readonly ScopeDocument[], one: ScopeDocument): readonly ScopeDocument[] {
  return documents.some(({ id }) => id === one.id)
    ? documents.filter(({ id }) => id !== one.id)
    : [...documents, one];
}
