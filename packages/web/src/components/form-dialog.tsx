import { Box } from '@mantine/core';
import type { QueryKey } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { refreshQueries } from '../api/query-client.ts';
import { type FormValues, readFormValues } from '../lib/read-form-values.ts';
import { Dialog, type DialogProps } from './dialog.tsx';
import { DialogButtons, type DialogButtonsProps } from './dialog-buttons.tsx';
import { ErrorNotice } from './error-notice.tsx';
import { useAction } from './use-action.ts';

export interface DialogFormProps<Output>
  extends Pick<DialogButtonsProps, 'label' | 'isDisabled' | 'isDangerous' | 'extra' | 'onClose'> {
  /** Gets the named fields of the form. */
  readonly act: (values: FormValues) => Promise<Output>;
  /** Queries that are read again after the action. */
  readonly changes?: readonly { readonly queryKey: QueryKey }[];
  /** Returns another notice than that of the error's code; undefined for that one. */
  readonly explain?: (error: Error) => ReactNode;
  /** Called after `onClose`. */
  readonly onDone?: (output: Output) => void;
  /** The fields; a function gets the error of the action, which a field may show. */
  readonly children: ReactNode | ((error: unknown) => ReactNode);
}

export type FormDialogProps<Output> = DialogFormProps<Output> & Omit<DialogProps, 'children'>;

/** A dialog with a form, which closes when its action is done. */
export function FormDialog<Output>({ title, isOpen, size, ...form }: FormDialogProps<Output>) {
  return (
    <Dialog title={title} isOpen={isOpen} size={size} onClose={form.onClose}>
      <DialogForm {...form} />
    </Dialog>
  );
}

/** The form of a dialog. It shows the error of its action above its fields. */
export function DialogForm<Output>(props: DialogFormProps<Output>) {
  const { act, changes = [], explain, onDone, children, ...buttons } = props;
  const run = useAction(act, {
    quiet: true,
    onDone: (output) => {
      void refreshQueries(...changes);
      buttons.onClose();
      onDone?.(output);
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        run.mutate(readFormValues(event.currentTarget));
      }}
    >
      {run.isError && (
        <Box mb="md">{explain?.(run.error) ?? <ErrorNotice error={run.error} />}</Box>
      )}
      {typeof children === 'function' ? children(run.error) : children}
      <DialogButtons {...buttons} isBusy={run.isPending} />
    </form>
  );
}
