import type { BodyOf, Collection, Source, SourceRun } from '@lectern/contracts';
import { Button, Group, NumberInput, Select, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call } from '../api/call.ts';
import { refreshQueries } from '../api/query-client.ts';
import { isAdmin, useMe } from '../api/session.ts';
import { Dialog } from '../components/dialog.tsx';
import { DialogButtons } from '../components/dialog-buttons.tsx';
import { ErrorNotice } from '../components/error-notice.tsx';
import { FormDialog } from '../components/form-dialog.tsx';
import { useAction } from '../components/use-action.ts';
import { useFormats } from '../i18n/formats.ts';
import { useTexts } from '../i18n/language.tsx';
import {
  collectionsQuery,
  createCollection,
  createNumbered,
  discardCollection,
} from '../library/collections.ts';
import { namePath } from '../library/name-path.ts';
import { RunView } from './run-view.tsx';
import { readSchedule, toSchedule } from './schedule.ts';
import { ScheduleFields } from './schedule-fields.tsx';
import { isFieldError, SourceFields } from './source-fields.tsx';
import {
  type FieldValues,
  type FormName,
  formOf,
  getForm,
  readFields,
  sourceForms,
  toParts,
} from './source-forms.ts';
import { previewSource, refreshSources, sourcesQuery } from './sources.ts';

const newCollection = 'new';

interface Draft {
  readonly source: Source;
  readonly collectionId?: string;
}

/**
 * Adds a source: its settings are stored as a paused draft, which is tried and counted; closing the
 * dialog before it is saved removes the draft.
 */
export function NewSourceDialog({ onClose }: { readonly onClose: () => void }) {
  const texts = useTexts('sources');
  const isAdministrator = isAdmin(useMe());
  const collections = useQuery(collectionsQuery).data ?? [];
  const [form, setForm] = useState<FormName>('web');
  const [fields, setFields] = useState<FieldValues>({});
  const [name, setName] = useState('');
  const [place, setPlace] = useState<string>(newCollection);
  const [collectionName, setCollectionName] = useState('');
  const [schedule, setSchedule] = useState(() =>
    readSchedule({ cron: '0 6 * * *', time_zone: '' }),
  );
  const [draft, setDraft] = useState<Draft>();
  const [preview, setPreview] = useState<SourceRun>();
  const frame = useRef<HTMLFormElement>(null);
  /** The button of a step goes with it, so the dialog gets the focus. */
  const showStep = (run: SourceRun | undefined) => {
    setPreview(run);
    frame.current?.closest<HTMLElement>('[role=dialog]')?.focus();
  };
  const test = useAction(
    async () => {
      const { id } = draft ? await updateDraft(draft.source) : await createDraft();
      showStep(await previewSource(id));
    },
    { quiet: true },
  );
  const toName = () => name.trim() || texts.kinds[form];
  const updateDraft = ({ id }: Source) => {
    const { settings, credentials } = toParts(form, fields);
    const body = { name: toName(), settings, ...(credentials && { credentials }) };
    return call('updateSource', { params: { id }, body });
  };
  const createDraft = async (): Promise<Source> => {
    const created =
      place === newCollection
        ? await (collectionName.trim()
            ? createCollection({ name: collectionName.trim() })
            : createNumbered({ name: toName() }))
        : undefined;
    try {
      const body = {
        kind: getForm(form).kind,
        name: toName(),
        collection_id: created?.id ?? place,
        ...toParts(form, fields),
        paused: true,
      };
      // The suite checks the settings, which are those of the chosen form.
      const source = await call('createSource', { body: body as BodyOf<'createSource'> });
      setDraft({ source, ...(created && { collectionId: created.id }) });
      return source;
    } catch (error) {
      if (created) await discardCollection(created.id);
      throw error;
    }
  };
  const save = useAction(
    async (id: string) => {
      const body = { schedule: toSchedule(schedule), paused: false };
      await call('updateSource', { params: { id }, body });
      await call('syncSource', { params: { id } });
    },
    {
      quiet: true,
      onDone: () => {
        refreshSources();
        void refreshQueries(collectionsQuery);
        onClose();
      },
    },
  );
  const discard = async () => {
    onClose();
    if (!draft) return;
    await call('deleteSource', { params: { id: draft.source.id } });
    if (draft.collectionId) await discardCollection(draft.collectionId);
    refreshSources();
  };
  const names = (Object.keys(sourceForms) as FormName[]).filter(
    (one) => isAdministrator || !getForm(one).needsAdmin,
  );
  const isReady = preview?.status === 'done' || preview?.status === 'waiting';
  return (
    <Dialog onClose={() => void discard()} title={texts.add} size="lg">
      <form
        ref={frame}
        onSubmit={(event) => {
          event.preventDefault();
          if (preview && draft) save.mutate(draft.source.id);
          else test.mutate();
        }}
      >
        {preview && draft ? (
          <Stack>
            {save.isError && <ErrorNotice error={save.error} />}
            <div role="status">
              <Text fw={600}>{isReady ? texts.previewTitle : texts.previewFailed}</Text>
              <RunView run={preview} />
            </div>
            {isReady && <ScheduleFields values={schedule} onChange={setSchedule} />}
            <Group justify="flex-end">
              <Button variant="default" onClick={() => showStep(undefined)}>
                {texts.back}
              </Button>
              {isReady && (
                <Button type="submit" loading={save.isPending}>
                  {texts.saveAndSync}
                </Button>
              )}
            </Group>
          </Stack>
        ) : (
          <Stack>
            {test.isError && !isFieldError(test.error, form) && <ErrorNotice error={test.error} />}
            <Select
              label={texts.kind}
              allowDeselect={false}
              searchable
              disabled={draft !== undefined}
              value={form}
              data={names.map((value) => ({ value, label: texts.kinds[value] }))}
              onChange={(value) => {
                setForm(value ?? form);
                setFields({});
              }}
            />
            <SourceFields form={form} values={fields} onChange={setFields} error={test.error} />
            <TextInput
              label={texts.name}
              placeholder={texts.kinds[form]}
              maxLength={200}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <Select
              label={texts.collection}
              allowDeselect={false}
              searchable
              disabled={draft !== undefined}
              value={place}
              data={[
                { value: newCollection, label: texts.newCollection },
                ...listPlaces(collections),
              ]}
              onChange={(value) => setPlace(value ?? place)}
            />
            {place === newCollection && (
              <TextInput
                label={texts.collectionName}
                placeholder={name || texts.kinds[form]}
                maxLength={200}
                disabled={draft !== undefined}
                value={collectionName}
                onChange={(event) => setCollectionName(event.currentTarget.value)}
              />
            )}
            <DialogButtons
              label={texts.testAndPreview}
              isBusy={test.isPending}
              onClose={() => void discard()}
            />
          </Stack>
        )}
      </form>
    </Dialog>
  );
}

/** Collections that the person manages, by their paths. */
function listPlaces(collections: readonly Collection[]) {
  return collections
    .filter(({ permission }) => permission === 'manage')
    .map(({ id }) => ({ value: id, label: namePath(collections, id) }))
    .toSorted((a, b) => a.label.localeCompare(b.label));
}

export interface EditSourceDialogProps {
  readonly source: Source;
  readonly onClose: () => void;
}

export function EditSourceDialog({ source, onClose }: EditSourceDialogProps) {
  const texts = useTexts('sources');
  const formats = useFormats();
  const form = formOf(source);
  const [name, setName] = useState(source.name);
  const [fields, setFields] = useState(() => readFields(form, source));
  const [schedule, setSchedule] = useState(() => readSchedule(source.schedule));
  const [share, setShare] = useState<number | string>(
    Math.round(source.max_removed_share * 1000) / 10,
  );
  return (
    <FormDialog
      title={texts.editTitle(source.name)}
      size="lg"
      label={texts.save}
      changes={[sourcesQuery]}
      explain={(error) => (isFieldError(error, form) ? false : undefined)}
      act={() => {
        const { settings, credentials } = toParts(form, fields, source.settings);
        const body = {
          name: name.trim(),
          settings,
          ...(credentials && { credentials }),
          schedule: toSchedule(schedule),
          max_removed_share: Number(share) / 100,
        };
        return call('updateSource', { params: { id: source.id }, body });
      }}
      onClose={onClose}
    >
      {(error) => (
        <Stack>
          <TextInput
            label={texts.name}
            required
            maxLength={200}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <SourceFields
            form={form}
            values={fields}
            onChange={setFields}
            error={error}
            hasCredentials={source.has_credentials}
          />
          <ScheduleFields values={schedule} onChange={setSchedule} />
          <NumberInput
            label={texts.maxRemoved}
            description={texts.maxRemovedText}
            min={0}
            max={100}
            suffix=" %"
            decimalSeparator={formats.separators.decimalSeparator}
            value={share}
            onChange={setShare}
          />
        </Stack>
      )}
    </FormDialog>
  );
}
