import type { Collection } from '@lectern/contracts';
import { NumberInput, Slider, Stack, Switch } from '@mantine/core';
import { useState } from 'react';
import { DialogForm } from '../components/form-dialog.tsx';
import { notifyDone } from '../components/notify.ts';
import { useTexts } from '../i18n/language.tsx';
import { collectionsQuery, rechunkCollection, updateCollection } from './collections.ts';

export interface CollectionSettingsFormProps {
  readonly collection: Collection;
  readonly onClose: () => void;
}

export function CollectionSettingsForm({ collection, onClose }: CollectionSettingsFormProps) {
  const texts = useTexts('collectionSettings');
  const { chunking, parsing, retrieval } = collection.settings;
  const [maxTokens, setMaxTokens] = useState<number | string>(chunking?.max_tokens ?? '');
  const [overlap, setOverlap] = useState<number | string>(chunking?.overlap_tokens ?? '');
  const [weight, setWeight] = useState(retrieval?.dense_weight);
  const [prefersNewest, setPrefersNewest] = useState(retrieval?.prefer_newest_version ?? true);
  const [readsComments, setReadsComments] = useState(parsing?.comments);
  const [readsHeaders, setReadsHeaders] = useState(parsing?.headers);
  const [cutsAnew, setCutsAnew] = useState(false);
  const isCutOtherwise =
    maxTokens !== (chunking?.max_tokens ?? '') ||
    overlap !== (chunking?.overlap_tokens ?? '') ||
    readsComments !== parsing?.comments ||
    readsHeaders !== parsing?.headers;
  const isNumber = (value: number | string): value is number => typeof value === 'number';
  return (
    <DialogForm
      label={texts.save}
      changes={[collectionsQuery, { queryKey: ['documents'] }]}
      act={async () => {
        await updateCollection(collection.id, {
          settings: {
            chunking: {
              ...(isNumber(maxTokens) && { max_tokens: maxTokens }),
              ...(isNumber(overlap) && { overlap_tokens: overlap }),
            },
            ...((readsComments !== undefined || readsHeaders !== undefined) && {
              parsing: {
                ...(readsComments !== undefined && { comments: readsComments }),
                ...(readsHeaders !== undefined && { headers: readsHeaders }),
              },
            }),
            retrieval: {
              ...(weight !== undefined && { dense_weight: weight }),
              ...(!(prefersNewest && retrieval?.prefer_newest_version === undefined) && {
                prefer_newest_version: prefersNewest,
              }),
            },
          },
        });
        return isCutOtherwise && cutsAnew ? rechunkCollection(collection.id) : undefined;
      }}
      onDone={(rechunked) => rechunked && notifyDone(texts.cutting(rechunked.queued))}
      onClose={onClose}
    >
      <Stack>
        <NumberInput
          label={texts.maxTokens}
          description={texts.maxTokensText}
          placeholder={texts.inherited}
          min={64}
          max={2048}
          value={maxTokens}
          onChange={setMaxTokens}
        />
        <NumberInput
          label={texts.overlap}
          description={texts.overlapText}
          placeholder={texts.inherited}
          min={0}
          max={512}
          value={overlap}
          onChange={setOverlap}
        />
        <Switch
          label={texts.readsComments}
          description={texts.readsPartsText}
          checked={readsComments ?? false}
          onChange={(event) => setReadsComments(event.currentTarget.checked)}
        />
        <Switch
          label={texts.readsHeaders}
          description={texts.readsPartsText}
          checked={readsHeaders ?? false}
          onChange={(event) => setReadsHeaders(event.currentTarget.checked)}
        />
        {isCutOtherwise && (
          <Switch
            label={texts.cutAnew}
            description={texts.cutAnewText}
            checked={cutsAnew}
            onChange={(event) => setCutsAnew(event.currentTarget.checked)}
          />
        )}
        <Switch
          label={texts.preferNewest}
          description={texts.preferNewestText}
          checked={prefersNewest}
          onChange={({ currentTarget: { checked } }) => setPrefersNewest(checked)}
        />
        <div>
          <Switch
            label={texts.ownWeight}
            description={texts.ownWeightText}
            checked={weight !== undefined}
            onChange={({ currentTarget: { checked } }) => setWeight(checked ? 0.5 : undefined)}
          />
          {weight !== undefined && (
            <Slider
              mt="md"
              mb="lg"
              min={0}
              max={1}
              step={0.05}
              value={weight}
              onChange={setWeight}
              thumbLabel={texts.ownWeight}
              marks={[
                { value: 0, label: texts.keyword },
                { value: 1, label: texts.dense },
              ]}
            />
          )}
        </div>
      </Stack>
    </DialogForm>
  );
}
