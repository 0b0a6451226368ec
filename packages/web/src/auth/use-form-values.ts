import { type FormEvent, useState } from 'react';
import { type FormValues, readFormValues } from '../lib/read-form-values.ts';

/** Submits the values of a form, one attempt at a time, and returns its error. */
export function useFormValues(handle: (values: FormValues) => Promise<void>) {
  const [error, setError] = useState<unknown>();
  const [isBusy, setIsBusy] = useState(false);
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const values = readFormValues(event.currentTarget);
    setIsBusy(true);
    setError(undefined);
    try {
      await handle(values);
    } catch (failure) {
      setError(failure);
    } finally {
      setIsBusy(false);
    }
  };
  return { onSubmit, error, isBusy };
}
